#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "launch/byte_range.h"
#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "simt/code/decode/program.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/calls/call_stack.h"

namespace warplens::simt {

/// One access by lanes of a warp to one window of memory. It is reported just before it takes place: memory still has its old
/// values, and the rows already hold the values to be stored.
struct CheckedAccess {
  std::uint32_t slot = 0;   ///< block slot
  std::uint32_t warp = 0;   ///< index in the block
  std::uint32_t pc = 0;     ///< instruction index in the program
  std::uint32_t place = 0;  ///< index of the instruction that findings name (call_place)
  std::uint32_t active = 0;
  const Decoded& instruction;
  const Frame& frame;
  trace::MemorySpace space = trace::MemorySpace::global;
  const Allocation* allocation = nullptr;  ///< null unless global memory
  Window window;
  const LaneOffsets& offsets;  ///< bytes from the start of the window; for local memory, of the thread's own memory
  LaneLayout layout;           ///< layout of the offsets of a full warp
  bool unwritten = false;      ///< in an allocation that this launch never writes
  bool begins = false;         ///< an asynchronous copy begins, and is only compared with earlier accesses
  std::uint32_t issued = 0;    ///< of an asynchronous copy that writes: Checks::copy_issued()
};

/// A weak load of shared memory: the lanes' offsets are `lowest` + distances[lane].
struct PlainAccess {
  std::uint32_t slot = 0;  ///< block slot
  std::uint32_t warp = 0;  ///< index in the block
  std::uint32_t pc = 0;    ///< instruction index in the program
  std::uint32_t active = 0;
  std::uint32_t bytes = 0;  ///< per lane, all elements
  std::uint64_t lowest = 0;
  const LaneOffsets& distances;
  LaneLayout layout;
};

/// Lanes of a warp that are about to execute an instruction.
struct WarpStep {
  std::uint32_t slot = 0;    ///< block slot
  std::uint32_t warp = 0;    ///< index in the block
  std::uint32_t pc = 0;      ///< instruction index in the program
  std::uint32_t place = 0;   ///< index of the instruction that findings name (call_place)
  std::uint32_t active = 0;  ///< lanes whose guard is true
  std::uint32_t group = 0;   ///< all lanes that have come to the instruction
  std::uint32_t live = 0;    ///< lanes of the warp that have not exited
  const Frame& frame;
  const CallFrame* call = nullptr;  ///< the call that the lanes are in; null: they are in the entry
};

/// What the checks of a launch have found, in the order of source lines.
struct FoundByChecks {
  std::vector<launch::Finding> findings;
  std::vector<launch::Finding> notes;  ///< races that are proved harmless
};

/// Judges a launch while it runs, without changing it (simt/check): a machine reports to its checks all accesses, and all events
/// that order threads. Blocks are identified by block slot, `slot`, warps by their index in the block.
///
/// If a launch runs on several cores, each machine has its own checks. Two cores never access the same granule of memory that
/// the launch writes (Claims). Programs with instructions that order threads of different blocks (orders_some) run on one
/// core.
class Checks {
 public:
  virtual ~Checks() = default;

  /// A warp begins its turn, or goes on with its next observable operation. `moment`: orders turns among all cores.
  virtual void begin_turn(std::uint64_t moment) = 0;
  virtual void start_block(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes) = 0;
  /// Returns whether the warp now has values that step() has to follow.
  virtual bool access(const CheckedAccess& access) = 0;
  /// Fast path of access(): a weak load of shared memory without an error. False if access() has to be called.
  virtual bool plain_load(const PlainAccess& access) = 0;
  /// Threads arrive at a barrier. `waits`: they wait for the others (bar.sync), or not (bar.arrive).
  virtual void barrier_joined(std::uint32_t slot, std::uint32_t number, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes,
                              bool waits) = 0;
  /// All have arrived. `live`: threads of the block that have not exited; all ones: the barrier is for only some of its
  /// threads.
  virtual void barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live) = 0;
  /// Lanes of a warp leave the kernel.
  virtual void exited(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) = 0;
  /// `lanes` of a warp take the branch at `pc`, backwards.
  virtual void jumped_back(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) = 0;
  /// bar.warp.sync of these lanes is complete.
  virtual void warp_sync(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes) = 0;
  /// Lanes of a warp and their program counter.
  struct LanesAt {
    std::uint32_t lanes = 0, pc = 0;
  };
  /// Some lanes wait at a warp collective for other lanes that have passed it.
  virtual void passed_by(std::uint32_t slot, std::uint32_t warp, LanesAt waiting, LanesAt passing) = 0;
  /// All `active` lanes execute a collective together. Returns as access() does.
  virtual bool collective(const WarpStep& step) = 0;
  /// A warp with values to follow executes any other instruction. Returns whether it still has such values.
  virtual bool step(const WarpStep& step) = 0;
  /// A new mbarrier object, at an offset in the block's shared memory.
  virtual void mbarrier_started(std::uint32_t slot, std::uint64_t object) = 0;
  /// A lane arrives at an mbarrier. `completes`: this arrival completes the phase.
  virtual void mbarrier_arrived(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object, bool releases,
                                bool completes) = 0;
  /// A lane has observed that the mbarrier's last phase is complete.
  virtual void mbarrier_passed(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object) = 0;
  /// Asynchronous copies have begun, and may write at any time from now on. Returns their CheckedAccess::issued.
  virtual std::uint32_t copy_issued() = 0;
  virtual void fence(std::uint32_t slot, std::uint32_t warp, const Decoded& instruction, std::uint32_t active) = 0;
  /// Record the fault that stopped the kernel as a finding. `other`: the second thread involved, if any.
  virtual void fault(const launch::Fault& fault, const std::optional<launch::Witness>& other) = 0;

  /// Whether some memory is no longer checked, because this core's room for remembered accesses is full.
  virtual bool left_something_out() const = 0;
  /// Merge the findings of another core's checks, made by the same MakeChecks. False if a limit was reached, so that a single
  /// machine's checks might have found something else.
  virtual bool absorb(Checks& other) = 0;
  /// All findings and notes. Once, at the end.
  virtual FoundByChecks found() = 0;
  /// Value of LaunchResult::unwritten for one of the launch's buffers.
  virtual launch::RangesOfBytes unwritten(const Allocation& allocation) const = 0;
  /// Value of LaunchResult::unchecked.
  virtual std::string unchecked() const = 0;
};

/// Makes the checks of a launch. `room`: bytes in which they may remember accesses: GrowthLimits::check, or one core's part of
/// it.
using MakeChecks = std::unique_ptr<Checks> (*)(const launch::Launch& launch, const Program& program, std::uint64_t room);

}  // namespace warplens::simt
