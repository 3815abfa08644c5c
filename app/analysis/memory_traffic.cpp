#include "analysis/memory_traffic.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace warplens::analysis {
namespace {

using trace::MemorySpace;

constexpr std::uint32_t widest = 16;  // bytes a lane, of a vector of four

RowOffsets offsets_of(const trace::Trace& trace, std::size_t access) {
  return {trace, access, trace.threads_per_block(), std::max<std::uint64_t>(trace.warps_per_block(), 1)};
}

/// A request of wide lanes is served in parts: all 32 lanes, half of them, or a quarter.
std::uint32_t parts_of(std::uint32_t width) { return std::max(width / bank_bytes, 1u); }

/// Sectors of lanes that lie evenly, none further apart than a sector: all from the first to the last.
std::uint32_t cost_of(const RowOffsets& request, std::uint32_t width, bool shared) {
  if (shared) return parts_of(width) + bank_conflicts(request, width);
  const bool all = request.active == 0xffffffffu && request.irregular == nullptr;
  if (all && request.stride <= sector_bytes) {
    const std::uint64_t last = request.base + request.stride * (trace::lanes - 1) + width - 1;
    return static_cast<std::uint32_t>(last / sector_bytes - request.base / sector_bytes + 1);
  }
  return sectors(request, width);
}

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

std::uint32_t request_width(const trace::Trace& trace, std::size_t access) {
  const trace::Accesses& accesses = trace.accesses;
  std::size_t end = access + 1;
  while (end < accesses.size() && accesses.step[end] == accesses.step[access]) ++end;
  return std::clamp<std::uint32_t>(static_cast<std::uint32_t>(end - access) * accesses.bytes[access], 1, widest);
}

std::vector<MemoryTraffic> memory_traffic(const trace::Trace& trace) {
  std::map<std::pair<bool, std::uint32_t>, MemoryTraffic> by_memory;
  const trace::Accesses& accesses = trace.accesses;
  MemoryTraffic* last = nullptr;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    if (row > 0 && accesses.step[row] == accesses.step[row - 1]) continue;
    const MemorySpace space = accesses.space[row];
    const std::uint32_t buffer = accesses.buffer[row];
    const bool shared = space == MemorySpace::shared;
    if (!shared && (space != MemorySpace::global || buffer == trace::no_buffer)) continue;
    if (last == nullptr || last->space != space || last->buffer != buffer) {
      last = &by_memory[{shared, shared ? trace::no_buffer : buffer}];
      last->space = space;
      last->buffer = shared ? trace::no_buffer : buffer;
    }
    const RowOffsets request = offsets_of(trace, row);
    if (request.active == 0) continue;
    const std::uint32_t width = request_width(trace, row);
    last->access.push_back(static_cast<std::uint32_t>(row));
    last->asked.push_back(static_cast<std::uint16_t>(static_cast<std::uint32_t>(std::popcount(request.active)) * width));
    last->cost.push_back(static_cast<std::uint8_t>(std::min(cost_of(request, width, shared), 255u)));
    last->least.push_back(static_cast<std::uint8_t>(shared ? parts_of(width) : 0));
  }
  std::vector<MemoryTraffic> traffic;
  for (auto& [memory, requests] : by_memory)
    if (requests.size() > 0) traffic.push_back(std::move(requests));
  return traffic;
}

TrafficSum sum(const MemoryTraffic& traffic, std::size_t requests) {
  TrafficSum total;
  total.requests = std::min(requests, traffic.size());
  for (std::size_t k = 0; k < total.requests; ++k) {
    total.asked += traffic.asked[k];
    total.cost += traffic.cost[k];
    total.least += traffic.least[k];
  }
  return total;
}

std::size_t requests_before(const MemoryTraffic& traffic, const trace::Trace& trace, std::uint64_t steps) {
  const auto after = std::partition_point(traffic.access.begin(), traffic.access.end(),
                                          [&](std::uint32_t access) { return trace.accesses.step[access] < steps; });
  return static_cast<std::size_t>(after - traffic.access.begin());
}

std::vector<SectorUse> sectors_of(const trace::Trace& trace, std::size_t access) {
  const std::uint32_t width = request_width(trace, access);
  std::map<std::uint64_t, std::uint32_t> used;
  for_each_lane(offsets_of(trace, access), [&](int, std::uint64_t offset) {
    for (std::uint64_t byte = offset; byte < offset + width; ++byte) used[byte / sector_bytes] |= 1u << (byte % sector_bytes);
  });
  std::vector<SectorUse> sectors;
  for (const auto& [sector, bytes] : used) sectors.push_back({sector, bytes});
  return sectors;
}

std::vector<BankWord> bank_words_of(const trace::Trace& trace, std::size_t access) {
  const std::uint32_t width = request_width(trace, access), parts = parts_of(width);
  const auto lanes_a_part = static_cast<std::uint32_t>(trace::lanes) / parts;
  std::vector<std::map<std::uint64_t, std::uint32_t>> lanes_of_word(parts);
  for_each_lane(offsets_of(trace, access), [&](int lane, std::uint64_t offset) {
    const auto number = static_cast<std::uint32_t>(lane);
    for (std::uint64_t word = offset / bank_bytes; word < offset / bank_bytes + parts; ++word)
      lanes_of_word[number / lanes_a_part][word] |= 1u << number;
  });
  std::vector<BankWord> words;
  std::uint32_t first_pass = 0;
  for (const auto& part : lanes_of_word) {
    std::array<std::uint32_t, bank_count> given{};
    for (const auto& [word, lanes] : part) {
      const auto bank = static_cast<std::uint32_t>(word % bank_count);
      words.push_back({bank, first_pass + given[bank]++, word, lanes});
    }
    first_pass += std::max(*std::max_element(given.begin(), given.end()), 1u);
  }
  std::sort(words.begin(), words.end(),
            [](const BankWord& a, const BankWord& b) { return std::pair(a.pass, a.bank) < std::pair(b.pass, b.bank); });
  return words;
}

std::array<std::uint8_t, bank_count> words_by_bank(const std::vector<BankWord>& words) {
  std::array<std::uint8_t, bank_count> count{};
  for (const BankWord& word : words) ++count[word.bank % bank_count];
  return count;
}

std::uint64_t threads_without_work(const trace::Trace& trace) {
  const trace::Accesses& accesses = trace.accesses;
  std::unordered_map<std::uint32_t, std::uint32_t> lanes_of_warp;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    const trace::MemorySpace space = accesses.space[row];
    if (space != trace::MemorySpace::global && space != trace::MemorySpace::shared) continue;
    lanes_of_warp[trace.steps.warp[accesses.step[row]]] |= trace.steps.active[accesses.step[row]];
  }
  std::uint64_t with_work = 0;
  for (const auto& [warp, lanes] : lanes_of_warp) with_work += static_cast<std::uint64_t>(std::popcount(lanes));
  return base::count(trace.grid) * trace.threads_per_block() - with_work;
}

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
