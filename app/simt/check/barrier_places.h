#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/launch.h"
#include "simt/decode/program.h"

namespace warplens::simt {

/// Who came to a barrier, and where in the program.
struct ComerToBarrier {
  std::uint32_t thread = 0;  ///< as in PastAccess
  std::uint32_t pc = 0;
};

/// Looks whether all threads of a block come to the same barrier. A barrier of the whole block (bar.sync without a number of
/// threads, __syncthreads()) goes by its number alone and lets threads go on that came to it at different places of the program;
/// but CUDA wants all of them at the same one (CUDA C++ Programming Guide, "Synchronization Functions": a condition around it has
/// to be the same for the whole block). Barriers that need not be met together (PTX ISA, "bar": without .aligned, as cooperative
/// groups use them) and those of some warps are not looked at.
class BarrierPlaces {
 public:
  BarrierPlaces(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t slot);
  /// A group of lanes, the first of which is `comer`, comes to a barrier. Returns who came first, if that was at another place.
  std::optional<ComerToBarrier> come(std::uint32_t slot, std::uint32_t number, const ComerToBarrier& comer);
  void complete(std::uint32_t slot, std::uint32_t number) { first_[slot][number].reset(); }

 private:
  std::vector<bool> of_whole_block_;                                  ///< per instruction of the program
  std::vector<std::array<std::optional<ComerToBarrier>, 16>> first_;  ///< per resident block and barrier
};

}  // namespace warplens::simt
