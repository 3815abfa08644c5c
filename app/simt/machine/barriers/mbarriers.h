#pragma once

#include <cstdint>
#include <vector>

#include "simt/code/memory/mbarrier.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/copies.h"
#include "simt/machine/memory/request.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

/// Executes operations on mbarrier objects in shared memory (PTX ISA, "mbarrier"). Waits do not block: programs poll.
/// Asynchronous copies that arrive at an object complete when a thread tests its phase, or when their own thread exits: no thread
/// can observe that this is late. Owns the number of failed waits of each warp, to find deadlocks.
class Mbarriers {
 public:
  Mbarriers(const LaunchContext& context, Blocks& blocks, Copies& copies, Observation& observation, Faults& faults)
      : context_(context), blocks_(blocks), copies_(copies), observation_(observation), faults_(faults) {}

  /// Failed waits of one warp slot: their phase was incomplete.
  struct FailedWaits {
    std::uint32_t count = 0;  ///< consecutive
    std::uint64_t last = 0;   ///< value of Observation::issued() at the last failed wait
  };
  using State = std::vector<FailedWaits>;  ///< per warp slot
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  static std::uint64_t bytes(const State& state) { return state.size() * sizeof(FailedWaits); }

  /// Execute the operation for the active lanes of a request, lane by lane. False if it changed nothing: a wait.
  template <typename Observer>
  bool perform(Running& running, const Decoded& instruction, const Request& request);
  /// A warp has executed something other than a failed wait.
  void made_progress(std::uint32_t slot) {
    if (slot < state_.size()) state_[slot].count = 0;
  }
  /// Remove the block's state.
  void end_block(std::uint32_t block_slot);

 private:
  FailedWaits& failed_waits(std::uint32_t slot) {
    if (slot >= state_.size()) state_.resize(slot + 1);
    return state_[slot];
  }
  void check(const ResidentWarp& warp, const Decoded& instruction, std::size_t lane, std::uint64_t object, bool completes,
             bool passes);
  void note_failed_wait(const Running& running, int lane, const Mbarrier& object);
  bool all_wait_in_vain(const Running& asking) const;

  const LaunchContext& context_;
  Blocks& blocks_;
  Copies& copies_;
  Observation& observation_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
