#pragma once

#include <cstdint>
#include <vector>

#include "simt/check/races.h"

namespace warplens::simt {

/// Which bytes of the threads' own memory have been written. An element counts as read before it was written when none of its
/// bytes was: what lies between the members of a structure may be copied with them.
class LocalMemory {
 public:
  LocalMemory(std::uint32_t warps_per_block, const VariableLayout& layout, RaceListener& listener)
      : warps_per_block_(warps_per_block), bytes_(layout.local_bytes), passed_(layout.passed), listener_(listener) {}

  void start_block(std::uint32_t place);
  void access(const Present& present);

 private:
  std::uint32_t warps_per_block_;
  std::uint64_t bytes_;                      ///< of a thread
  const std::vector<std::uint8_t>& passed_;  ///< VariableLayout::passed
  RaceListener& listener_;
  std::vector<std::vector<std::uint8_t>> written_;  ///< per place: warp after warp, lane after lane
};

}  // namespace warplens::simt
