#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/launch.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {

/// A thread that arrived at a barrier or left the kernel, and the instruction.
struct ComerToBarrier {
  std::uint32_t thread = 0;  ///< numbered as in PastAccess
  std::uint32_t pc = 0;
};

/// Checks whether all threads of a block arrive at the same barrier instruction. A barrier of the whole block (bar.sync without a
/// number of threads, __syncthreads()) is matched by number alone and releases threads that arrived at different instructions;
/// but CUDA requires the same instruction for all (CUDA C++ Programming Guide, "Synchronization Functions": a condition around it
/// must be the same for the whole block). Not checked: barriers of only some warps, and, of barriers without .aligned (PTX ISA,
/// "bar"; used by cooperative groups), whether all threads wait at the same one.
///
/// Threads that have exited are not waited for, so that a kernel may begin with `if (i >= n) return;`. But a thread that has
/// written shared memory or arrived at an earlier barrier must arrive at the later ones, too.
class BarrierPlaces {
 public:
  BarrierPlaces(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t slot);
  /// Lanes of a warp take part in the work: they write shared memory, or wait at a barrier of the block.
  void take_part(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes) { blocks_[slot].took_part[warp] |= lanes; }
  /// Lanes of a warp leave the kernel at `pc`. `first_thread`: the warp's first thread.
  void leave(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes, std::uint32_t first_thread, std::uint32_t pc);
  /// A group of lanes arrives at a barrier; `comer` is its first lane. Returns the barrier's first arrival if it was at another
  /// instruction.
  std::optional<ComerToBarrier> come(std::uint32_t slot, std::uint32_t number, const ComerToBarrier& comer);

  /// A barrier that some threads passed by as they left.
  struct PassedBy {
    ComerToBarrier waited, left;
    std::uint32_t count = 0;  ///< threads that have left
  };
  /// All threads that have not exited have arrived. Returns the exited threads that should have arrived as well, if any.
  std::optional<PassedBy> complete(std::uint32_t slot, std::uint32_t number);

 private:
  struct OfBlock {
    std::array<std::optional<ComerToBarrier>, 16> first;  ///< per barrier
    std::vector<std::uint32_t> took_part;                 ///< per warp: lanes
    std::optional<ComerToBarrier> left;                   ///< the first thread that left after taking part
    std::uint32_t left_count = 0;
  };

  std::uint32_t warps_per_block_;
  std::vector<bool> of_whole_block_, at_one_place_;  ///< per instruction of the program
  std::vector<OfBlock> blocks_;                      ///< by block slot
};

}  // namespace warplens::simt
