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
#include "simt/decode/program.h"

namespace warplens::simt {

/// Looks for what is wrong with a launch while it runs, without changing what it does: data races by what happens before what
/// (Clocks), not by what this run's order did, and reads of memory that nobody has written. Blocks are named by their
/// block slot, `slot`, warps by their number in the block.
class Checker {
 public:
  Checker(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes);
  void access(const CheckedAccess& access);
  /// The common case of access(): a weak load of shared memory in which nothing is wrong. False where access() has to be called.
  bool plain_load(const PlainAccess& access);
  /// Threads arrive at a barrier. `waits`: they wait for the others (bar.sync), else not (bar.arrive).
  void barrier_joined(std::uint32_t slot, std::uint32_t number, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes,
                      bool waits);
  /// All have come; `live`: threads of the block that have not exited.
  void barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live);
  /// bar.warp.sync of these lanes is complete; `whole`: all of the warp that have not exited.
  void warp_sync(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes, bool whole);
  /// Lanes of a warp, and where they are.
  struct LanesAt {
    std::uint32_t lanes = 0, pc = 0;
  };
  /// Some lanes wait at a warp collective for others, which have gone past it.
  void passed_by(std::uint32_t slot, std::uint32_t warp, LanesAt waiting, LanesAt passing);
  /// A new mbarrier object, at an offset in the block's shared memory.
  void mbarrier_started(std::uint32_t slot, std::uint64_t object);
  /// A lane arrives at one; `completes`: its phase is complete thereby.
  void mbarrier_arrived(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object, bool releases,
                        bool completes);
  /// A lane has found that the last phase is complete.
  void mbarrier_passed(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object);
  void fence(std::uint32_t slot, std::uint32_t warp, const Decoded& instruction, std::uint32_t active);
  /// What stopped the kernel is a finding too. `other`: the other thread that it is about, if there is one.
  void fault(const launch::Fault& fault, const std::optional<launch::Witness>& other);

  /// What was found, in the order of source lines. Once, at the end.
  std::vector<launch::Finding> findings() { return report_.findings(); }
  /// LaunchResult::unchecked.
  std::string unchecked() const;

 private:
  void synchronise(const CheckedAccess& access);

  std::vector<PastAccess> remembered_;  ///< per instruction: what is remembered of each access by it
  Clocks clocks_;
  Report report_;
  RaceDetector races_;
  LocalMemory local_;
  BarrierPlaces barriers_;
};

}  // namespace warplens::simt
