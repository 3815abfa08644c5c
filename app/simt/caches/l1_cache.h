#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/caches/sectors.h"

namespace warplens::simt {

/// L1 data cache of one multiprocessor: set-associative with four to seven ways, depending on its size, and LRU replacement;
/// sectored; write-through without write-allocate. It keeps tags and arrival times, no data: values come from GlobalMemory.
class L1Cache {
 public:
  /// A line in one word, so that the caches of all multiprocessors of a card stay in the host's own cache: 40 bits of its number,
  /// four for the sectors present, 20 for when the sector requested last arrives.
  class Line {
   public:
    Line() = default;
    explicit Line(std::uint64_t number) : word_(number << number_shift) {}

    bool has_number(std::uint64_t number) const { return (word_ ^ number << number_shift) >> number_shift == 0; }
    std::uint32_t sectors() const { return word_ >> time_bits & all_sectors; }
    /// `when`: cycle in which they arrive.
    void add(std::uint32_t sectors, std::uint64_t when) {
      const std::uint64_t time = (when + time_unit - 1) / time_unit & time_mask;
      word_ = (word_ & ~time_mask) | std::uint64_t{sectors} << time_bits | time;
    }
    /// Cycle in which all sectors present have arrived, in steps of 32 cycles; at most `now` if that is so already. Times are
    /// kept modulo 2^25 cycles; of waits, only those of less than 2^17 cycles are recognised.
    std::uint64_t ready(std::uint64_t now) const {
      constexpr std::uint64_t longest = 1 << 12;
      const std::uint64_t wait = (word_ - now / time_unit) & time_mask;
      return wait < longest ? (now / time_unit + wait) * time_unit : now;
    }

   private:
    static constexpr int time_bits = 20, number_shift = time_bits + 4;
    static constexpr std::uint64_t time_unit = 32, time_mask = (1u << time_bits) - 1;

    std::uint64_t word_ = 0;
  };

  L1Cache() = default;
  /// A cache of `bytes`; less than four lines mean none.
  explicit L1Cache(std::uint64_t bytes) {
    constexpr std::uint64_t fewest_ways = 4;
    const std::uint64_t lines = bytes / line_bytes;
    if (lines < fewest_ways) return;
    const std::uint64_t sets = std::bit_floor(lines / fewest_ways);
    ways_ = static_cast<std::uint32_t>(lines / sets);
    set_bits_ = std::countr_zero(sets);
    lines_.resize(sets * ways_);
  }

  bool exists() const { return ways_ != 0; }

  /// The line with this number (address / 128), now the most recently used of its set. A line that was absent takes the place
  /// of the least recently used one and has no sectors. Only if the cache exists().
  Line& use(std::uint64_t number) {
    Line* const set = &lines_[set_of(number)];
    if (set[0].has_number(number)) return set[0];
    std::uint32_t at = 1;
    while (at + 1 < ways_ && !set[at].has_number(number)) ++at;
    const Line line = set[at].has_number(number) ? set[at] : Line(number);
    for (; at > 0; --at) set[at] = set[at - 1];
    return set[0] = line;
  }
  /// The line with this number, if it is the most recently used of its set; else null.
  const Line* front(std::uint64_t number) const {
    const Line& line = lines_[set_of(number)];
    return line.has_number(number) ? &line : nullptr;
  }
  /// The line will soon be used: the host should fetch its set.
  void prefetch(std::uint64_t number) const { __builtin_prefetch(&lines_[set_of(number)], 1); }

  std::uint64_t bytes() const { return lines_.size() * sizeof(Line); }

 private:
  /// Index of the first line of its set. The upper bits of the number are folded in, so that no stride of a kernel keeps to a few
  /// sets; consecutive lines still fill all sets evenly.
  std::size_t set_of(std::uint64_t number) const {
    const std::uint64_t folded = number ^ number >> set_bits_ ^ number >> 2 * set_bits_;
    return static_cast<std::size_t>(folded & ((std::uint64_t{1} << set_bits_) - 1)) * ways_;
  }

  std::uint32_t ways_ = 0;
  int set_bits_ = 0;
  /// Set by set, each with the most recently used line first. A cache that does not exist has one line, which no number finds: 0
  /// is the number of no buffer's line.
  std::vector<Line> lines_{1};
};

}  // namespace warplens::simt
