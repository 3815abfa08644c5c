#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/warps/blocks.h"
#include "simt/machine/warps/warp_control.h"

namespace warplens::simt {

/// One of a block's 16 barriers.
struct Barrier {
  std::uint32_t arrived = 0;            ///< threads
  std::uint32_t voters = 0, votes = 0;  ///< bar.red: threads that arrived, and threads whose predicate is true
  std::uint32_t expected = 0;           ///< threads; 0: all threads of the block that have not exited
  std::uint64_t clock = 0;              ///< cycle of the last arrival
  /// At a barrier of `expected` threads: the lanes of a warp that have arrived, while others of the warp have yet to come.
  struct Part {
    std::uint32_t warp, lanes;
  };
  std::vector<Part> parts{};
};
inline constexpr std::uint32_t barriers_per_block = 16;

/// The barriers of one block.
struct BlockBarriers {
  std::array<Barrier, barriers_per_block> barriers;
  std::uint32_t begun = 0;  ///< bit n: some threads have arrived at barrier n, but not all
};

/// Owns the barriers of all resident blocks.
class Barriers {
 public:
  Barriers(const LaunchContext& context, Blocks& blocks, WarpControl& control, Observation& observation, Faults& faults)
      : context_(context), blocks_(blocks), control_(control), observation_(observation), faults_(faults) {}

  using State = std::vector<BlockBarriers>;  ///< per block slot
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  static std::uint64_t bytes(const State& state) { return state.size() * sizeof(BlockBarriers); }

  /// Execute bar.sync, bar.red or bar.arrive a[, b]: barrier number a, for b threads, or for all threads of the block that have
  /// not exited. If b is given, a whole warp counts as 32 threads (PTX ISA, "bar": b is a multiple of the warp size).
  Next arrive(Running& running, const Decoded& instruction, std::uint32_t active);
  /// Threads of a block have exited: complete the barriers that waited only for them.
  void complete_begun(std::uint32_t block_slot, std::uint64_t now);
  /// Remove the block's state.
  void end_block(std::uint32_t block_slot) {
    if (block_slot < state_.size() && std::exchange(state_[block_slot].begun, 0) != 0) state_[block_slot].barriers = {};
  }

 private:
  BlockBarriers& barriers_of(std::uint32_t block_slot) {
    if (block_slot >= state_.size()) state_.resize(block_slot + 1);
    return state_[block_slot];
  }
  void complete(std::uint32_t block_slot, std::uint32_t number, std::uint64_t now);
  void give_votes(const ResidentWarp& warp, const Group& group, const Barrier& barrier) const;

  const LaunchContext& context_;
  Blocks& blocks_;
  WarpControl& control_;
  Observation& observation_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
