#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "simt/check/races.h"

namespace warplens::simt {

/// Which bytes of the threads' own memory have been written. An element counts as read before it was written when none of its
/// bytes was: what lies between the members of a structure may be copied with them.
class LocalMemory {
 public:
  /// `copies`: per instruction of the program, loads that only hand on what they read (copies.h) and are no reads of it.
  LocalMemory(std::uint32_t warps_per_block, const VariableLayout& layout, std::vector<bool> copies, RaceListener& listener)
      : warps_per_block_(warps_per_block),
        bytes_(layout.local_bytes),
        passed_(layout.passed),
        copies_(std::move(copies)),
        listener_(listener) {}

  void start_block(std::uint32_t slot);
  void access(const Present& present);

 private:
  std::uint32_t warps_per_block_;
  std::uint64_t bytes_;                      ///< of a thread
  const std::vector<std::uint8_t>& passed_;  ///< VariableLayout::passed
  std::vector<bool> copies_;
  RaceListener& listener_;
  std::vector<std::vector<std::uint8_t>> written_;  ///< per block slot: warp after warp, lane after lane
};

}  // namespace warplens::simt
