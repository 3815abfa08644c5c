#pragma once

#include <cstdint>

namespace warplens::simt {

/// Geometry of both caches: lines of four sectors (CUDA C++ Programming Guide, "Global Memory").
inline constexpr std::uint32_t line_bytes = 128, sector_bytes = 32;
/// Mask of all sectors of a line, one bit per sector.
inline constexpr std::uint32_t all_sectors = 0xf;

/// Number of sectors in a mask of four bits. Looks it up in a constant: not every supported host processor has an instruction
/// that counts bits.
constexpr std::uint32_t count_sectors(std::uint32_t mask) {
  return static_cast<std::uint32_t>(0x4332322132212110u >> 4 * mask & 0xf);
}

}  // namespace warplens::simt
