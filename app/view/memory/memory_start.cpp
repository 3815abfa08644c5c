#include "view/memory/memory_start.h"

#include <algorithm>

#include "view/memory/memory_picture.h"

namespace warplens::view {
namespace {

std::uint32_t warp_of(const Subject& subject, const analysis::MemoryTraffic& traffic, std::size_t request) {
  const trace::Trace& trace = subject.result->trace;
  return trace.steps.warp[trace.accesses.step[traffic.access[request]]];
}

const analysis::MemoryTraffic* named(const RunTraffic& run, const std::string& name) {
  const auto found = std::ranges::find_if(run.traffic, [&](const auto& each) { return memory_name(run.subject, each) == name; });
  return found == run.traffic.end() ? nullptr : &*found;
}

}  // namespace

std::size_t most_expensive(const analysis::MemoryTraffic& traffic, std::size_t first, std::size_t end) {
  const auto begin = traffic.cost.begin();
  const auto found = std::max_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end));
  return static_cast<std::size_t>(found - begin);
}

double wasted_bytes(const analysis::MemoryTraffic& traffic) {
  const analysis::TrafficSum sum = analysis::sum(traffic);
  const double unit = traffic.shared() ? analysis::bank_count * analysis::bank_bytes : analysis::sector_bytes;
  return std::max(static_cast<double>(sum.cost) * unit - static_cast<double>(sum.asked), 0.0);
}

std::optional<MemoryStart> common_start(const RunTraffic& one, const RunTraffic& other, const std::string& name) {
  std::string chosen;
  double most = -1;
  for (const analysis::MemoryTraffic& each : one.traffic) {
    const std::string own = memory_name(one.subject, each);
    const analysis::MemoryTraffic* const same = named(other, own);
    if (same == nullptr || each.size() == 0 || same->size() == 0) continue;
    // As chosen_memory(): where nothing is wasted, shared memory comes first.
    const double wasted = std::max(wasted_bytes(each), wasted_bytes(*same)) + (each.shared() ? 0.5 : 0);
    if (wasted <= most && own != name) continue;
    chosen = own;
    if (own == name) break;
    most = wasted;
  }
  if (chosen.empty()) return std::nullopt;
  const analysis::MemoryTraffic &first = *named(one, chosen), &second = *named(other, chosen);
  const std::size_t of_first = most_expensive(first, 0, first.size()), of_second = most_expensive(second, 0, second.size());
  const bool at_first = first.cost[of_first] >= second.cost[of_second];
  const RunTraffic& run = at_first ? one : other;
  const analysis::MemoryTraffic& traffic = at_first ? first : second;
  const std::size_t request = at_first ? of_first : of_second;
  MemoryStart start{chosen, warp_of(run.subject, traffic, request), 0};
  for (std::size_t k = 0; k < request; ++k) start.number += warp_of(run.subject, traffic, k) == start.warp ? 1 : 0;
  return start;
}

std::optional<std::size_t> request_of(const MemoryStart& start, const Subject& subject, const analysis::MemoryTraffic& traffic) {
  if (memory_name(subject, traffic) != start.memory) return std::nullopt;
  std::uint64_t before = 0;
  for (std::size_t k = 0; k < traffic.size(); ++k)
    if (warp_of(subject, traffic, k) == start.warp && before++ == start.number) return k;
  return std::nullopt;
}

}  // namespace warplens::view
