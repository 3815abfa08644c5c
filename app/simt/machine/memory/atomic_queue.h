#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warplens::simt {

/// Serialises atomics on the same address: no other thread can access an address until the operation on it is complete (CUDA C++
/// Programming Guide, "Atomic Functions"). The queue has a fixed number of entries: an operation whose address collides with
/// another busy one proceeds without waiting.
class AtomicQueue {
 public:
  /// `count` operations on `address` arrive at `clock`; each keeps the address busy for `cycles`. Returns the cycle in which the
  /// last one begins.
  std::uint64_t enter(std::uint64_t address, std::uint64_t clock, std::uint32_t count, std::uint32_t cycles) {
    if (entries_.empty()) entries_.resize(places);
    Entry& entry = entries_[place_of(address)];
    const std::uint64_t after_first = std::uint64_t{count - 1} * cycles;
    if (entry.address != address && entry.free > clock) return clock + after_first;
    const std::uint64_t begin = entry.address == address ? std::max(clock, entry.free) : clock;
    const std::uint64_t before = entry.address == address ? entry.busy : 0;
    entry = {address, begin + after_first + cycles, before + after_first + cycles};
    busiest_ = std::max(busiest_, entry.busy);
    return begin + after_first;
  }

  /// Cycles for which the busiest address was busy. An address counts anew after another one has taken its entry.
  std::uint64_t busiest() const { return busiest_; }

  /// Marks all addresses as free.
  void clear() { *this = {}; }
  std::uint64_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint32_t place_bits = 9, places = 1u << place_bits;
  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4), of words.
  static constexpr std::size_t place_of(std::uint64_t address) {
    return static_cast<std::size_t>((address >> 2) * 0x9e3779b97f4a7c15u >> (64 - place_bits));
  }

  struct Entry {
    std::uint64_t address = 0, free = 0;  ///< first cycle in which the address is free
    std::uint64_t busy = 0;               ///< cycles for which it was busy
  };
  std::uint64_t busiest_ = 0;
  std::vector<Entry> entries_;  ///< empty before the first atomic: most launches have none
};

}  // namespace warplens::simt
