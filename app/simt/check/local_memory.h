#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "simt/check/undefined_values.h"

namespace warplens::simt {

/// Records which bytes of the threads' local memory have been written. An element is uninitialised only if none of its bytes was
/// written: padding between the members of a structure may be copied with them.
class LocalMemory {
 public:
  /// `copies`: per instruction of the program, whether it is a load that only forwards its value (copies.h): no
  /// read.
  LocalMemory(std::uint32_t warps_per_block, const VariableLayout& layout, std::vector<bool> copies, UndefinedValues& undefined)
      : warps_per_block_(warps_per_block),
        bytes_(layout.local_bytes),
        passed_(layout.passed),
        copies_(std::move(copies)),
        undefined_(undefined) {}

  void start_block(std::uint32_t slot);
  /// An access to local memory. What a load reads of uninitialised memory is an undefined value from now on.
  void access(const CheckedAccess& access);

 private:
  std::uint32_t warps_per_block_;
  std::uint64_t bytes_;                      ///< per thread
  const std::vector<std::uint8_t>& passed_;  ///< VariableLayout::passed
  std::vector<bool> copies_;
  UndefinedValues& undefined_;
  std::vector<std::vector<std::uint8_t>> written_;  ///< per block slot; warp by warp, lane by lane: a flag per byte
};

}  // namespace warplens::simt
