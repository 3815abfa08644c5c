#pragma once

#include <cstdint>

namespace warplens::base {

/// Extents of a grid or a block, or a position in one. x is the fastest-running dimension.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  bool operator==(const Dim3&) const = default;
};

/// Number of cells, x · y · z. Exact: the CUDA limits on grids (2^31-1, 65535, 65535) keep it under 2^63.
constexpr std::uint64_t count(const Dim3& d) { return std::uint64_t{d.x} * d.y * d.z; }

/// Position of linear cell `index` in `extent`; the inverse of linear(). `index` < count(extent).
constexpr Dim3 position(std::uint64_t index, const Dim3& extent) {
  return {static_cast<std::uint32_t>(index % extent.x), static_cast<std::uint32_t>(index / extent.x % extent.y),
          static_cast<std::uint32_t>(index / extent.x / extent.y)};
}

/// Linear cell of `at` in `extent`: x + y·X + z·X·Y (CUDA C++ Programming Guide, Thread Hierarchy).
constexpr std::uint64_t linear(const Dim3& at, const Dim3& extent) {
  return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
}

}  // namespace warplens::base
