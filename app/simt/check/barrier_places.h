#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/launch.h"
#include "simt/decode/program.h"

namespace warplens::simt {

/// A thread that arrived at a barrier, and where in the program.
struct ComerToBarrier {
  std::uint32_t thread = 0;  ///< as in PastAccess
  std::uint32_t pc = 0;
};

/// Checks whether all threads of a block arrive at the same barrier instruction. A barrier of the whole block (bar.sync without a
/// number of threads, __syncthreads()) is matched by number alone and releases threads that arrived at different instructions;
/// but CUDA requires the same one for all (CUDA C++ Programming Guide, "Synchronization Functions": a condition around it must be
/// the same for the whole block). Barriers without .aligned (PTX ISA, "bar"; used by cooperative groups) and barriers of some
/// warps are not checked.
class BarrierPlaces {
 public:
  BarrierPlaces(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t slot);
  /// A group of lanes, the first of which is `comer`, arrives at a barrier. Returns the first arrival if it was at another
  /// instruction.
  std::optional<ComerToBarrier> come(std::uint32_t slot, std::uint32_t number, const ComerToBarrier& comer);
  void complete(std::uint32_t slot, std::uint32_t number) { first_[slot][number].reset(); }

 private:
  std::vector<bool> of_whole_block_;                                  ///< per instruction of the program
  std::vector<std::array<std::optional<ComerToBarrier>, 16>> first_;  ///< per resident block and barrier
};

}  // namespace warplens::simt
