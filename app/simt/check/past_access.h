#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace warplens::simt {

/// One remembered access to one granule of memory. Threads are numbered warp · 32 + lane over the whole grid (modulo 2^32: a
/// launch of more threads may hide a race, never invent one).
struct PastAccess {
  std::uint32_t time = 0;  ///< Clocks::now() at the access; 0: no access
  std::uint32_t pc : 20 = 0;
  std::uint32_t writes : 1 = 0;
  std::uint32_t width : 3 = 0;          ///< log2 of the element size in bytes
  std::uint32_t strong : 1 = 0;         ///< atomic, volatile, relaxed, acquire or release (PTX ISA, "Strong operations")
  std::uint32_t atomic : 1 = 0;         ///< both reads and writes
  std::uint32_t block_scope : 1 = 0;    ///< strong only within its own block
  std::uint32_t volatile_data : 1 = 0;  ///< a volatile store, or a volatile load other than of a flag (polls.h)
  std::uint32_t spread : 4 = 0;         ///< in a line: granule g was accessed by thread `thread` + (g >> spread)
  /// The last member: it is often written just before the struct is copied, in words of 8 and 4 bytes. An 8-byte read of a word
  /// that was just written in part has to wait for the cache.
  std::uint32_t thread = 0;

  bool happened() const { return time != 0; }
  bool same_thread(const PastAccess& other) const { return thread == other.thread && spread == other.spread; }
  /// Whether two accesses to one place conflict with the same later accesses, apart from differences due to their blocks.
  bool alike(const PastAccess& other) const {
    if (writes != other.writes || strong != other.strong) return false;
    return !strong || (width == other.width && block_scope == other.block_scope && volatile_data == other.volatile_data);
  }
};
inline constexpr std::uint32_t max_remembered_pc = (1u << 20) - 1;

/// Accesses that are alike: the two most distant of all mutually unordered ones, so that any later thread is unordered with at
/// least one of them. If there is only one, it is the first.
using AccessPair = std::array<PastAccess, 2>;

/// The remembered accesses of one granule: sufficient to detect any conflict between the next access and an earlier one. The last
/// weak write represents all accesses before it. Later strong writes and reads represent only accesses like them: one pair of
/// each is kept here, pairs of other kinds in FurtherAccesses.
struct History {
  PastAccess write;  ///< weak
  AccessPair strong_writes, reads;
  std::uint32_t further = 0;  ///< FurtherAccesses of this granule; 0: none
};

/// The history that consists of this access only; empty if the access did not happen.
inline History history_of(const PastAccess& only) {
  History history;
  (!only.writes ? history.reads[0] : only.strong ? history.strong_writes[0] : history.write) = only;
  return history;
}

/// The reverse of history_of(): nothing if the history has more than one access.
inline std::optional<PastAccess> only_access(const History& history) {
  if (history.further != 0 || history.strong_writes[1].happened() || history.reads[1].happened()) return std::nullopt;
  const PastAccess &write = history.write, &strong_write = history.strong_writes[0], &read = history.reads[0];
  if (write.happened()) return strong_write.happened() || read.happened() ? std::nullopt : std::optional(write);
  if (strong_write.happened()) return read.happened() ? std::nullopt : std::optional(strong_write);
  return read;
}

/// Granules have separate histories only where needed: a line of 32 granules accessed by whole warps at consecutive addresses has
/// one history. In other lines they are kept for blocks of 8 granules, when these are accessed. In global memory most granules
/// are accessed once: such a block keeps one access per granule until one of its granules is accessed again.
inline constexpr std::uint32_t line_granule_bits = 5, line_granules = 1u << line_granule_bits;
inline constexpr std::uint32_t cell_bits = 3, cells_of_block = 1u << cell_bits;
using Cells = std::array<History, cells_of_block>;
using OnlyAccesses = std::array<PastAccess, cells_of_block>;
/// The histories, or only accesses, of a block of granules. At most one pointer is not null.
struct BlockOfLine {
  Cells* cells = nullptr;
  OnlyAccesses* only = nullptr;
};
using BlocksOfLine = std::array<BlockOfLine, line_granules / cells_of_block>;

}  // namespace warplens::simt
