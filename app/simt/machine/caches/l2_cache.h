#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "simt/code/device_spec.h"

namespace warplens::simt {

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
  /// Per allocation and line: interval of its last use × 2^16, and four bits per sector (see l2_cache.cpp). Accessed atomically.
  std::vector<std::vector<std::uint64_t>> lines_;
};

}  // namespace warplens::simt
