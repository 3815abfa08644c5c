#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "simt/check/races.h"

namespace warplens::simt {

/// Records which bytes of the threads' local memory have been written. A read counts as uninitialised only if none of the
/// element's bytes was written: padding between the members of a structure may be copied with them.
class LocalMemory {
 public:
  /// `copies`: per instruction of the program, whether it is a load that only forwards its value (copies.h): no
  /// read.
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
  std::uint64_t bytes_;                      ///< per thread
  const std::vector<std::uint8_t>& passed_;  ///< VariableLayout::passed
  std::vector<bool> copies_;
  RaceListener& listener_;
  std::vector<std::vector<std::uint8_t>> written_;  ///< per block slot; warp by warp, lane by lane: a flag per byte
};

}  // namespace warplens::simt
