#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "simt/code/device_spec.h"
#include "simt/code/memory/sectors.h"

namespace warplens::simt {

/// L1 data cache of one multiprocessor: set-associative with four to seven ways, depending on its size, and LRU replacement;
/// sectored; write-through without write-allocate. It keeps tags and arrival times, no data: values come from GlobalMemory.
class L1Cache {
 public:
  /// A line, packed into one word, so that the caches of all multiprocessors of a card stay in the host's own cache: 40 bits for
  /// its number, four for the sectors present, 20 for the arrival time of the sector requested last.
  class Line {
   public:
    Line() = default;
    explicit Line(std::uint64_t number) : word_(number << number_shift) {}

    bool has_number(std::uint64_t number) const { return (word_ ^ number << number_shift) >> number_shift == 0; }
    std::uint32_t sectors() const { return word_ >> time_bits & all_sectors; }
    /// Add sectors that arrive in cycle `when`.
    void add(std::uint32_t sectors, std::uint64_t when) {
      const std::uint64_t time = (when + time_unit - 1) / time_unit & time_mask;
      word_ = (word_ & ~time_mask) | std::uint64_t{sectors} << time_bits | time;
    }
    /// Cycle in which all sectors present have arrived, in steps of 32 cycles; at most `now` if they have already arrived. Times
    /// are kept modulo 2^25 cycles; only waits of less than 2^17 cycles are recognised.
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
  /// A cache of `bytes`; none if that is less than four lines.
  explicit L1Cache(std::uint64_t bytes) {
    constexpr std::uint64_t fewest_ways = 4;
    const std::uint64_t lines = bytes / line_bytes;
    if (lines < fewest_ways) return;
    const std::uint64_t sets = std::bit_floor(lines / fewest_ways);
    others_ = static_cast<std::uint32_t>(lines / sets) - 1;
    set_bits_ = std::countr_zero(sets);
    lines_.resize(sets * (1 + others_));
  }

  bool exists() const { return others_ != 0; }

  /// Find the line with this number (address / 128), and make it the most recently used of its set. An absent line replaces the
  /// least recently used one, and has no sectors. Only if the cache exists().
  Line& use(std::uint64_t number) {
    const std::size_t set = set_of(number);
    Line& first = lines_[set];
    if (first.has_number(number)) return first;
    Line* const others = &lines_[(std::size_t{1} << set_bits_) + set * others_];
    std::uint32_t at = 0;
    while (at + 1 < others_ && !others[at].has_number(number)) ++at;
    const Line line = others[at].has_number(number) ? others[at] : Line(number);
    for (; at > 0; --at) others[at] = others[at - 1];
    others[0] = first;
    return first = line;
  }
  /// The line with this number, if it is the most recently used of its set; else null.
  [[gnu::always_inline]] const Line* front(std::uint64_t number) const {
    const Line& line = lines_[set_of(number)];
    return line.has_number(number) ? &line : nullptr;
  }

  std::uint64_t bytes() const { return lines_.size() * sizeof(Line); }

 private:
  /// Index of the line's set. Folds in the upper bits of the number, so that no access stride uses only a few sets; consecutive
  /// lines still fill all sets evenly.
  std::size_t set_of(std::uint64_t number) const {
    const std::uint64_t folded = number ^ number >> set_bits_ ^ number >> 2 * set_bits_;
    return static_cast<std::size_t>(folded & ((std::uint64_t{1} << set_bits_) - 1));
  }

  std::uint32_t others_ = 0;  ///< lines of a set apart from the most recently used one
  int set_bits_ = 0;
  /// First the most recently used line of each set: most requests look up only these, and they are few enough to stay in the
  /// host's cache. Then the other lines, set by set, in the order of their use. A cache that does not exist has one line, with
  /// the number 0, which no line of a buffer has.
  std::vector<Line> lines_{1};
};

/// How an access uses the L2 cache.
enum class L2Use : std::uint8_t { load, store, update };  // update: an atomic, which reads and writes

/// The L2 cache, shared by all multiprocessors, and the memory behind it: sectored, write-back. It keeps tags, no data: it
/// determines which sectors memory transfers, and how long requests queue for memory's bandwidth.
///
/// Its state advances in intervals of a fixed number of cycles. Within an interval, lookups see the contents and the queue length
/// as of its start; sectors fetched are present from the next interval on. Results therefore do not depend on the order of the
/// lookups within an interval, which lets several host cores run a launch with identical results.
///
/// Replacement approximates LRU: a line is evicted once more lines than the capacity have been allocated since the start of the
/// interval of its last use.
class L2Cache {
 public:
  static constexpr std::uint64_t interval = 512;  ///< cycles: about the latency of memory
  /// First cycle after the interval that contains cycle `time`.
  static constexpr std::uint64_t end_of_interval(std::uint64_t time) { return (time / interval + 1) * interval; }

  /// `cores`: number of host cores that access it.
  explicit L2Cache(const DeviceSpec& spec, std::uint32_t cores = 1);

  /// Set whether several host cores access the cache at once from now on. At first, they do not.
  void share(bool at_once) { shared_ = at_once; }

  /// Make room for the lines of an allocation of this size (`slot`: index in GlobalMemory::allocations); existing lines keep
  /// their state. Call it before access(), and not while other cores access the cache.
  void add_allocation(std::size_t slot, std::uint64_t bytes);

  /// Look up the sectors `wanted` of a line and allocate those that miss; returns the mask of hits. `wanted`: a mask of sectors,
  /// not 0; `line`: byte offset in the allocation / 128; `core`: index of the calling host core.
  std::uint32_t access(std::size_t slot, std::uint64_t line, std::uint32_t wanted, L2Use use, std::uint32_t core);

  /// First cycle that does not belong to the current interval.
  std::uint64_t interval_end() const { return interval_end_; }
  /// Begin the interval that contains cycle `time`, unless it is the current or an earlier one. Do not call it while other cores
  /// access the cache.
  void advance(std::uint64_t time) {
    if (time >= interval_end_) begin_interval(time / interval);
  }
  /// Wait of a request to memory for the bytes requested before the current interval, cycles.
  std::uint64_t queue_cycles() const { return queue_cycles_; }
  /// Cycle in which memory has moved all bytes requested so far.
  std::uint64_t memory_end() const;

  /// Share of the cycles until `end_cycle` in which memory moved bytes.
  double utilisation(std::uint64_t end_cycle) const;

  std::uint64_t sectors_read() const;     ///< from memory, so far
  std::uint64_t sectors_written() const;  ///< to memory, so far: modified sectors; each counts once until it is replaced
  std::uint64_t bytes() const;            ///< approximate size

 private:
  /// Lines and sectors moved: by one core since the current interval began, or in all intervals before.
  struct alignas(64) Traffic {
    std::uint64_t lines = 0, read = 0, written = 0;
  };
  struct Fills {
    std::uint64_t interval, lines;  ///< lines allocated before the interval
  };

  void begin_interval(std::uint64_t number);
  double moving_cycles(const Traffic& traffic) const;
  Traffic sum() const;

  bool shared_ = false;         ///< several cores access it at once
  std::uint64_t capacity_ = 0;  ///< lines
  double bytes_per_cycle_ = 1;
  std::uint64_t now_ = 0, interval_end_ = interval;  ///< current interval
  std::uint64_t oldest_ = 0;                         ///< lines last used before this interval have been replaced
  double queue_ = 0;
  std::uint64_t queue_cycles_ = 0;  ///< queue_, rounded down
  Traffic before_;
  std::vector<Traffic> current_;  ///< per core
  std::deque<Fills> fills_;       ///< of each interval from oldest_ on in which lines were allocated
  /// Per allocation and line: interval of its last use × 2^16, and four bits per sector (see caches.cpp). Accessed atomically.
  std::vector<std::vector<std::uint64_t>> lines_;
};

}  // namespace warplens::simt
