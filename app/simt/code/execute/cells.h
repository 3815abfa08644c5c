#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "simt/code/decode/call.h"
#include "simt/code/execute/operation.h"

// Access to single lanes of rows and of local memory, for operations executed lane by lane.

namespace warplens::simt {

template <typename Visit>
void each_lane(std::uint32_t active, Visit visit) {
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) visit(static_cast<std::size_t>(std::countr_zero(rest)));
}

template <typename T>
T cell(const std::byte* row, std::size_t lane) {
  T value;
  std::memcpy(&value, row + lane * sizeof(T), sizeof(T));
  return value;
}

/// One lane's bits in a row of 4-byte or 8-byte cells or of predicates.
inline std::uint64_t read_cell(const Frame& frame, Row row, std::uint32_t bytes, std::size_t lane) {
  if (bytes == predicate_bytes) return frame.predicate(row) >> lane & 1;
  return bytes == 8 ? cell<std::uint64_t>(frame.source(row), lane) : cell<std::uint32_t>(frame.source(row), lane);
}

inline void write_cell(const Frame& frame, Row row, std::uint32_t bytes, std::size_t lane, std::uint64_t bits) {
  if (bytes == predicate_bytes)
    frame.set_predicate(row, bits != 0 ? all_lanes : 0, 1u << lane);
  else
    std::memcpy(frame.destination(row) + lane * bytes, &bits, bytes);
}

/// Address of a memory place for one lane.
inline std::byte* own_memory(const Frame& frame, const ValueLocation& place, std::size_t lane) {
  const std::uint64_t base = place.row == no_row ? 0 : cell<std::uint64_t>(frame.source(place.row), lane);
  return frame.local + lane * frame.local_stride + base + place.offset;
}

/// The bytes at `place`, at most `bytes` of them, zero-extended.
inline void read_place(const Frame& frame, const ValueLocation& place, std::size_t lane, std::byte* to, std::uint32_t bytes) {
  std::memset(to, 0, bytes);
  const std::uint32_t count = std::min(bytes, place.bytes);
  if (place.in_memory) {
    std::memcpy(to, own_memory(frame, place, lane), count);
  } else if (place.row != no_row) {
    const std::uint64_t bits = read_cell(frame, place.row, place.cell, lane);
    std::memcpy(to, &bits, std::min<std::size_t>(count, sizeof bits));
  }
}

inline void write_place(const Frame& frame, const ValueLocation& place, std::size_t lane, const std::byte* from,
                        std::uint32_t bytes) {
  const std::uint32_t count = std::min(bytes, place.bytes);
  if (place.in_memory) {
    std::memcpy(own_memory(frame, place, lane), from, count);
  } else if (place.row != no_row) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, std::min<std::size_t>(count, sizeof bits));
    write_cell(frame, place.row, place.cell, lane, bits);
  }
}

}  // namespace warplens::simt
