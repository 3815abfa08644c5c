#pragma once

#include <cstdint>
#include <vector>

#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "simt/check/barrier_places.h"
#include "simt/check/clocks.h"
#include "simt/check/local_memory.h"
#include "simt/check/present.h"
#include "simt/check/races.h"
#include "simt/check/report.h"
#include "simt/check/undefined_values.h"
#include "simt/decode/program.h"

namespace warplens::simt {

/// Checks a launch while it runs, without changing its behaviour: data races, judged by the happens-before order (Clocks) and not
/// by the order of this run, and reads of uninitialised memory. Blocks are identified by block slot, `slot`, warps by their index
/// in the block.
///
/// If a launch runs on several cores, each core has its own checker for its own blocks. Two cores never access the same granule
/// of memory that the launch writes (Claims), so a checker sees every access that its findings depend on. Instructions that order
/// threads of different blocks would break this: programs with orders_some() instructions run on one core.
class Checker {
 public:
  /// `room`: bytes in which it may remember accesses, GrowthLimits::check or, of several cores, this one's part of it.
  Checker(const launch::Launch& launch, const Program& program, std::uint64_t room);

  /// A warp has its turn, or goes on with its next observable operation; `moment`: the order of turns among all cores.
  void begin_turn(std::uint64_t moment) { report_.begin_turn(moment); }
  void start_block(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes);
  void access(const CheckedAccess& access);
  /// Fast path of access(): a weak load of shared memory without an error. False if access() has to be called.
  bool plain_load(const PlainAccess& access) {
    return !clocks_.exhausted() && races_.plain_load(access, remembered_[access.pc], clocks_.block(access.slot));
  }
  /// Threads arrive at a barrier. `waits`: they wait for the others (bar.sync), or not (bar.arrive).
  void barrier_joined(std::uint32_t slot, std::uint32_t number, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes,
                      bool waits);
  /// All have arrived; `live`: threads of the block that have not exited; all ones: the barrier is one of some of them.
  void barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live);
  /// Lanes of a warp leave the kernel.
  void exited(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes);
  /// bar.warp.sync of these lanes is complete.
  void warp_sync(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes);
  /// Lanes of a warp and their program counter.
  struct LanesAt {
    std::uint32_t lanes = 0, pc = 0;
  };
  /// Some lanes wait at a warp collective for other lanes that have passed it.
  void passed_by(std::uint32_t slot, std::uint32_t warp, LanesAt waiting, LanesAt passing);
  /// All `active` lanes execute a collective together. Whether the warp has values that step() has to follow.
  bool collective(const WarpStep& step) { return undefined_.collective(step); }
  /// Any other instruction of such a warp. Whether it still has some.
  bool step(const WarpStep& step) { return undefined_.step(step); }
  /// A new mbarrier object, at an offset in the block's shared memory.
  void mbarrier_started(std::uint32_t slot, std::uint64_t object);
  /// A lane arrives at one; `completes`: this completes its phase.
  void mbarrier_arrived(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object, bool releases,
                        bool completes);
  /// A lane has observed that the last phase is complete.
  void mbarrier_passed(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object);
  void fence(std::uint32_t slot, std::uint32_t warp, const Decoded& instruction, std::uint32_t active);
  /// Record the fault that stopped the kernel as a finding. `other`: the second thread involved, if any.
  void fault(const launch::Fault& fault, const std::optional<launch::Witness>& other);

  /// Whether some memory is no longer checked, as there is no room left in this core's part of it.
  bool left_something_out() const { return races_.given_up_bytes() != 0; }
  /// Merge what another core's checker has found. False if a limit has been met, and one checker might have found something else.
  bool absorb(Checker& other);
  /// All findings, in the order of source lines. Once, at the end.
  std::vector<launch::Finding> findings() { return report_.findings(); }
  /// LaunchResult::unwritten, for one of the launch's buffers.
  launch::RangesOfBytes unwritten(const Allocation& allocation) const;
  /// LaunchResult::unchecked.
  std::string unchecked() const;

 private:
  Checker(const launch::Launch& launch, const Program& program, std::uint64_t room, const std::optional<ptx::Module>& unstacked);
  void synchronise(const CheckedAccess& access);

  std::uint64_t threads_per_block_;
  std::vector<bool> copies_;            ///< per instruction: loads that only copy (copies.h)
  std::vector<PastAccess> remembered_;  ///< per instruction: the properties common to its accesses
  Clocks clocks_;
  Signals signals_;
  Report report_;
  RaceDetector races_;
  LocalMemory local_;
  BarrierPlaces barriers_;
  UndefinedValues undefined_;
};

}  // namespace warplens::simt
