#pragma once

#include <array>
#include <cstdint>

namespace warplens::simt {

/// What is remembered of one access to one granule of memory. Threads are numbered warp · 32 + lane over the whole grid (modulo
/// 2^32: a launch of more threads may hide a race, never invent one).
struct PastAccess {
  std::uint32_t thread = 0;
  std::uint32_t time = 0;  ///< Clocks::now() when it took place; 0: there was none
  std::uint32_t pc : 21 = 0;
  std::uint32_t writes : 1 = 0;
  std::uint32_t width : 3 = 0;        ///< log2 of the bytes of one element
  std::uint32_t strong : 1 = 0;       ///< atomic, volatile, relaxed, acquire or release (PTX ISA, "Strong operations")
  std::uint32_t atomic : 1 = 0;       ///< reads and writes in one
  std::uint32_t block_scope : 1 = 0;  ///< strong for the threads of its own block only
  std::uint32_t spread : 4 = 0;       ///< in a line: granule g is that of thread `thread` + (g >> spread)

  bool happened() const { return time != 0; }
  bool same_thread(const PastAccess& other) const { return thread == other.thread && spread == other.spread; }
};
inline constexpr std::uint32_t largest_remembered_pc = (1u << 21) - 1;

/// What is remembered of one granule: enough to see that the next access conflicts with an earlier one, if it does. The last
/// weak write stands for everything before it. Strong writers and readers since do not exclude one another: of each two are kept
/// that are as far apart as possible, so that whoever comes next is unordered with one of them.
struct History {
  PastAccess write;  ///< weak
  std::array<PastAccess, 2> strong_writes, reads;
};

/// Granules of memory are told apart one by one only where they have to be: a line of 32 that whole warps went over side by side
/// has one history.
inline constexpr std::uint32_t line_granule_bits = 5, line_granules = 1u << line_granule_bits;
using Cells = std::array<History, line_granules>;

}  // namespace warplens::simt
