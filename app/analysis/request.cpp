#include "analysis/request.h"

#include <algorithm>
#include <array>

#include "analysis/memory_traffic.h"

namespace warplens::analysis {
namespace {

/// Keys of one request: at most 5 for each lane (16 bytes that start anywhere).
class Keys {
 public:
  void add(std::uint64_t key) { keys_[size_++] = key; }

  /// Visit the distinct keys, ascending, each with how often it was added.
  template <typename Visit>
  void distinct(Visit visit) {
    const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(size_);
    std::sort(keys_.begin(), end);
    for (auto at = keys_.begin(); at != end;) {
      const auto next = std::upper_bound(at, end, *at);
      visit(*at, static_cast<std::uint32_t>(next - at));
      at = next;
    }
  }

 private:
  std::array<std::uint64_t, 5 * trace::lanes> keys_;
  std::size_t size_ = 0;
};

}  // namespace

std::uint32_t sectors(const RowOffsets& request, std::uint32_t width) {
  Keys touched;
  for_each_lane(request, [&](int, std::uint64_t offset) {
    for (std::uint64_t at = offset / sector_bytes; at <= (offset + width - 1) / sector_bytes; ++at) touched.add(at);
  });
  std::uint32_t count = 0;
  touched.distinct([&](std::uint64_t, std::uint32_t) { ++count; });
  return count;
}

std::uint32_t bank_conflicts(const RowOffsets& request, std::uint32_t width) {
  const std::uint32_t words = std::max(width / bank_bytes, 1u);
  const int lanes_per_part = trace::lanes / static_cast<int>(words);
  std::uint32_t extra = 0;
  for (int first = 0; first < trace::lanes; first += lanes_per_part) {
    Keys keys;  // bank, then word, so that the words of a bank come one after the other
    for_each_lane(request, [&](int lane, std::uint64_t offset) {
      if (lane < first || lane >= first + lanes_per_part) return;
      for (std::uint64_t word = offset / bank_bytes; word < offset / bank_bytes + words; ++word)
        keys.add((word % bank_count) << 56 | word);
    });
    std::array<std::uint32_t, bank_count> words_of{};
    keys.distinct([&](std::uint64_t key, std::uint32_t) { ++words_of[key >> 56]; });
    extra += std::max(*std::max_element(words_of.begin(), words_of.end()), 1u) - 1;
  }
  return extra;
}

std::uint32_t collisions(const RowOffsets& request) {
  Keys addresses;
  for_each_lane(request, [&](int, std::uint64_t offset) { addresses.add(offset); });
  std::uint32_t most = 1;
  addresses.distinct([&](std::uint64_t, std::uint32_t lanes) { most = std::max(most, lanes); });
  return most - 1;
}

}  // namespace warplens::analysis
