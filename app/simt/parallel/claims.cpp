#include "simt/parallel/claims.h"

#include "simt/execute/cells.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t most_granules = 32u << 20;
constexpr std::uint64_t every_byte = 0x0101010101010101;

}  // namespace

Claims::Claims(const GlobalMemory& memory) {
  std::uint64_t written = 0;
  for (const Allocation& allocation : memory.allocations()) written += allocation.written ? allocation.window.size : 0;
  while (written >> granule_bits_ > most_granules) ++granule_bits_;
  for (const Allocation& allocation : memory.allocations()) {
    Words& words = words_.emplace_back();
    const std::uint64_t granules = (allocation.window.size >> granule_bits_) + 1;
    if (allocation.written) words = std::make_unique<std::atomic<std::uint64_t>[]>((granules + 7) / 8);
  }
}

bool Claims::take(std::uint32_t core, const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances,
                  std::uint32_t active, std::uint32_t bytes, bool consecutive) {
  std::atomic<std::uint64_t>* const words = words_[(allocation.window.base >> slot_bits) - first_global_slot].get();
  if (words == nullptr) return true;
  const std::uint64_t own = every_byte << core;
  if (consecutive) return take_range(own, words, lowest, lowest + std::uint64_t{bytes} * warp_size);
  bool free = true;
  each_lane(active, [&](std::size_t lane) {
    free = free && take_range(own, words, lowest + distances[lane], lowest + distances[lane] + bytes);
  });
  return free;
}

bool Claims::take_range(std::uint64_t own, std::atomic<std::uint64_t>* words, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t first = begin >> granule_bits_, last = (end - 1) >> granule_bits_;
  for (std::uint64_t word = first / 8; word <= last / 8; ++word) {
    std::uint64_t mask = ~std::uint64_t{0};
    if (word == first / 8) mask &= ~std::uint64_t{0} << first % 8 * 8;
    if (word == last / 8) mask &= ~std::uint64_t{0} >> (7 - last % 8) * 8;
    std::uint64_t now = words[word].load(std::memory_order_relaxed);
    do {
      if ((now & mask & ~own) != 0) return false;
      if ((now & mask) == (own & mask)) break;
    } while (!words[word].compare_exchange_weak(now, now | (own & mask), std::memory_order_relaxed));
  }
  return true;
}

}  // namespace warplens::simt
