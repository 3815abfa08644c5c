#include "simt/machine/memory/claims.h"

#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t max_granules = 32u << 20;
constexpr std::uint64_t granule_width = 4, word_granules = 64 / granule_width, line_words = 16,
                        words_granules = line_words * word_granules;
constexpr std::uint64_t each_granule = 0x1111'1111'1111'1111;

/// One bit per granule that is not 0.
constexpr std::uint64_t taken(std::uint64_t word) { return (word | word >> 1 | word >> 2 | word >> 3) & each_granule; }

}  // namespace

Claims::Claims(const GlobalMemory& memory) {
  std::uint64_t written = 0;
  for (const Allocation& allocation : memory.allocations()) written += allocation.written ? allocation.window.size : 0;
  while (written >> granule_bits_ > max_granules) ++granule_bits_;
  for (const Allocation& allocation : memory.allocations()) {
    Words& words = words_.emplace_back();
    const std::uint64_t granules = (allocation.window.size >> granule_bits_) + 1;
    if (allocation.written) words = std::make_unique<Line[]>((granules + words_granules - 1) / words_granules);
  }
}

bool Claims::take(std::uint32_t core, const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances,
                  std::uint32_t active, std::uint32_t bytes, bool consecutive) {
  Line* const words = words_[(allocation.window.base >> slot_bits) - first_global_slot].get();
  if (words == nullptr) return true;
  if (consecutive) return take_range(core, words, lowest, lowest + std::uint64_t{bytes} * warp_size);
  bool free = true;
  each_lane(active, [&](std::size_t lane) {
    free = free && take_range(core, words, lowest + distances[lane], lowest + distances[lane] + bytes);
  });
  return free;
}

bool Claims::take_range(std::uint32_t core, Line* lines, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t own = each_granule * (core + 1);
  const std::uint64_t first = begin >> granule_bits_, last = (end - 1) >> granule_bits_;
  for (std::uint64_t word = first / word_granules; word <= last / word_granules; ++word) {
    std::uint64_t mask = ~std::uint64_t{0};
    if (word == first / word_granules) mask &= ~std::uint64_t{0} << first % word_granules * granule_width;
    if (word == last / word_granules) mask &= ~std::uint64_t{0} >> (word_granules - 1 - last % word_granules) * granule_width;
    std::atomic<std::uint64_t>& owners = lines[word / line_words].words[word % line_words];
    std::uint64_t now = owners.load(std::memory_order_relaxed);
    do {
      if ((now & mask) == (own & mask)) break;
      if ((taken(now & mask) & taken((now ^ own) & mask)) != 0) return false;  // taken, and not by this core
    } while (!owners.compare_exchange_weak(now, now | (own & mask), std::memory_order_relaxed));
  }
  return true;
}

}  // namespace warplens::simt
