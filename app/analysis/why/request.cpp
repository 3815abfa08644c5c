#include "analysis/why/request.h"

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

#include "analysis/memory_traffic.h"
#include "base/number_format.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t max_named = 3;

RowOffsets offsets_of(const Executed& executed, std::uint32_t access) {
  return {executed.trace(), access, executed.trace().threads_per_block(), executed.trace().warps_per_block()};
}

std::string warp_of(const Executed& executed, std::uint32_t access) {
  return executed.warp_text(executed.trace().steps.warp[executed.trace().accesses.step[access]]);
}

std::string verb(trace::AccessKind kind) {
  return kind == trace::AccessKind::read ? "read" : kind == trace::AccessKind::write ? "wrote" : "updated";
}

/// "a, b, c, …", the first few of `names`.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), max_named); ++k) text += (k == 0 ? "" : ", ") + names[k];
  return names.size() > max_named ? text + ", …" : text;
}

/// "lane 4", "lanes 0, 1, 2, … (32 lanes)".
std::string lanes_text(std::uint32_t lanes) {
  std::vector<std::string> numbers;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) numbers.push_back(std::to_string(std::countr_zero(rest)));
  if (numbers.size() == 1) return "lane " + numbers.front();
  return "lanes " + listed(numbers) + (numbers.size() > max_named ? " (" + base::counted(numbers.size(), "lane") + ")" : "");
}

/// Whether the lanes' elements follow each other without a gap: no lane between the first and the last is idle.
bool lies_side_by_side(const RowOffsets& request, std::uint32_t width) {
  const std::uint32_t lanes = request.active >> std::countr_zero(request.active);
  return request.irregular == nullptr && request.stride == width && (lanes & (lanes + 1)) == 0;
}

/// Where the lanes' elements are, seen from each other: in one place, evenly apart, or anywhere.
std::string places_text(const Executed& executed, std::uint32_t access) {
  const RowOffsets request = offsets_of(executed, access);
  const std::string did = verb(executed.trace().accesses.kind[access]) + " ", warp = warp_of(executed, access);
  const auto name = [&](int lane) { return executed.name(executed.location(access, lane)); };
  const int first = std::countr_zero(request.active), last = 31 - std::countl_zero(request.active);
  if (first == last) return "lane " + std::to_string(first) + " of " + warp + ", the only one, " + did + name(first);
  if (request.same()) return "all lanes of " + warp + " " + did + name(first);
  const std::uint32_t width = request_width(executed.trace(), access);
  if (lies_side_by_side(request, width))
    return "the lanes of " + warp + " " + did + "neighbours, from " + name(first) + " to " + name(last);
  if (request.irregular == nullptr && request.stride != width && (request.active & request.active >> 1) != 0) {
    const int lane = std::countr_zero(request.active & request.active >> 1);
    const auto apart = static_cast<std::int64_t>(request.stride);
    return "neighbouring lanes of " + warp + " " + did + name(lane) + " and " + name(lane + 1) + ", " +
           base::counted(static_cast<std::uint64_t>(apart < 0 ? -apart : apart), "byte") + " apart";
  }
  std::vector<std::string> names;
  for_each_lane(request, [&](int lane, std::uint64_t) { names.push_back(name(lane)); });
  return "the lanes of " + warp + " " + did + listed(names);
}

}  // namespace

std::string sectors_text(const Executed& executed, std::uint32_t access) {
  const RowOffsets request = offsets_of(executed, access);
  const std::uint32_t width = request_width(executed.trace(), access);
  const std::uint64_t moved = sectors(request, width), lanes = static_cast<std::uint64_t>(std::popcount(request.active));
  const std::uint64_t least = request.same() ? 1 : (lanes * width + sector_bytes - 1) / sector_bytes;
  std::string text = places_text(executed, access) + ": " + base::counted(lanes, "lane") + " with " +
                     base::counted(std::uint64_t{width}, "byte") + " each touched " + base::counted(moved, "sector") +
                     " of 32 bytes";
  if (moved > least && lies_side_by_side(request, width))
    text += ", one more than if they began where a sector begins";
  else if (moved > least)
    text += "; " + (least == 1 ? std::string("one") : base::grouped(least)) + " would hold as many bytes";
  return text;
}

std::string banks_text(const Executed& executed, std::uint32_t access) {
  const std::vector<BankWord> words = bank_words_of(executed.trace(), access);
  const auto counts = words_by_bank(words);
  const auto busiest = static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
  std::uint32_t lanes = 0;
  std::vector<std::string> names;
  for (const BankWord& word : words) {
    if (word.bank != busiest) continue;
    lanes |= word.lanes;
    names.push_back(executed.name(executed.location(access, std::countr_zero(word.lanes))));
  }
  const std::string did = verb(executed.trace().accesses.kind[access]), of = " of " + warp_of(executed, access);
  if (names.size() < 2) return places_text(executed, access) + ": no two of them met in a bank with different words";
  return lanes_text(lanes) + of + " " + did + " " + listed(names) + ", all in bank " + std::to_string(busiest) +
         ", which serves one word of 4 bytes at a time: " + base::counted(names.size(), "pass");
}

std::string collisions_text(const Executed& executed, std::uint32_t access) {
  std::map<std::uint64_t, std::uint32_t> lanes_at;
  for_each_lane(offsets_of(executed, access),
                [&](int lane, std::uint64_t offset) { lanes_at[offset] |= std::uint32_t{1} << lane; });
  const auto busiest = std::ranges::max_element(lanes_at, {}, [](const auto& at) { return std::popcount(at.second); });
  const int lane = std::countr_zero(busiest->second);
  return lanes_text(busiest->second) + " of " + warp_of(executed, access) + " updated " +
         executed.name(executed.location(access, lane)) + ", one after the other";
}

}  // namespace warplens::analysis
