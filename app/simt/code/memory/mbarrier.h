#pragma once

#include <cstdint>
#include <cstring>

#include "simt/code/memory/global_memory.h"

namespace warplens::simt {

/// An mbarrier object (PTX ISA, "mbarrier"), an opaque 64-bit value in shared memory. It holds the number of the current phase,
/// the arrivals and bytes that this phase still waits for, and the arrivals that each phase expects. When a phase waits for
/// nothing any more, it is complete, and the next begins.
struct Mbarrier {
  static constexpr std::uint32_t max_arrivals = (1u << 20) - 1, max_bytes = (1u << 20) - 1;
  static constexpr std::uint32_t bytes = 8;  ///< size and alignment of an object

  std::uint32_t pending = 0, expected = 0;  ///< arrivals
  std::int32_t transactions = 0;            ///< bytes
  std::uint32_t phase = 0;                  ///< modulo 8

  static Mbarrier from(std::uint64_t bits) {
    const auto field = [&](int from, int width) { return static_cast<std::uint32_t>(bits >> from & ((1u << width) - 1)); };
    return {field(0, 20), field(20, 20), static_cast<std::int32_t>(field(40, 21) << 11) >> 11, field(61, 3)};
  }
  /// Content of shared memory with no valid object: not initialised, or invalidated.
  static std::uint64_t none() {
    std::uint64_t bits;
    std::memset(&bits, static_cast<int>(uninitialised), sizeof bits);
    return bits;
  }
  std::uint64_t bits() const {
    return pending | std::uint64_t{expected} << 20 | std::uint64_t{static_cast<std::uint32_t>(transactions) & 0x1fffffu} << 40 |
           std::uint64_t{phase} << 61;
  }
  /// Begin the next phase if nothing is pending. Returns whether it did.
  bool complete() {
    if (pending != 0 || transactions != 0) return false;
    pending = expected;
    phase = (phase + 1) & 7;
    return true;
  }
};

}  // namespace warplens::simt
