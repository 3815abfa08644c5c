#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/row_offsets.h"
#include "base/number_format.h"
#include "view/drawing/text_width.h"
#include "view/memory/memory_layout.h"

// One request: its 32 lanes at the top, the sectors or banks below, and a line from each lane to its bytes.

namespace warplens::view {
namespace {

constexpr float lane_height = 18, sector_height = 22, label_height = 20;

/// The request's lanes and where they and their bytes are drawn.
struct Fan {
  std::uint32_t active = 0;
  std::array<std::uint64_t, trace::lanes> offset{};
  std::uint64_t first_thread = 0;
  float lane_width = 10, left = 0, top = 0;

  Point lane_foot(int lane) const { return {left + (static_cast<float>(lane) + 0.5f) * lane_width, top + lane_height}; }
};

Fan fan_of(const MemoryInput& input, std::size_t access, const Rectangle& at, float top) {
  const trace::Trace& trace = input.subject.result->trace;
  const analysis::RowOffsets row(trace, access, trace.threads_per_block(), trace.warps_per_block());
  Fan fan;
  fan.active = row.active;
  fan.first_thread = row.first_thread;
  analysis::for_each_lane(row, [&](int lane, std::uint64_t offset) { fan.offset[static_cast<std::size_t>(lane)] = offset; });
  fan.lane_width = std::min(at.width / trace::lanes, 26.0f);
  fan.left = at.x + (at.width - fan.lane_width * trace::lanes) / 2;
  fan.top = top;
  return fan;
}

Colour lane_colour(const MemoryInput& input, const Theme& theme, const Fan& fan, int lane) {
  const std::uint64_t block = fan.first_thread / std::max<std::uint64_t>(input.subject.threads_per_block(), 1);
  return thread_colour(theme, block, base::count(input.subject.grid), static_cast<std::uint64_t>(lane), trace::lanes);
}

void draw_lanes(Canvas& canvas, const MemoryInput& input, const Fan& fan, std::uint32_t step) {
  const Theme& theme = canvas.theme();
  constexpr float labelled_each =
      18;  // points from which a number fits its own lane; narrower ones it shares with its neighbours
  const float between = fan.lane_width < labelled_each ? 0.5f : 1.5f;
  for (int lane = 0; lane < trace::lanes; ++lane) {
    const Rectangle at{fan.left + static_cast<float>(lane) * fan.lane_width, fan.top, fan.lane_width - between, lane_height};
    const bool active = (fan.active >> lane & 1) != 0;
    const std::uint64_t thread = fan.first_thread + static_cast<std::uint64_t>(lane);
    const bool lit = input.hover.thread == thread;
    canvas.box(at, 3, active ? lane_colour(input, theme, fan, lane) : theme.idle, lit ? theme.text : transparent,
               lit ? 2.0f : 0.0f);
    Target target;
    target.thread = thread;
    target.step = step;
    canvas.hot_spot(at, target,
                    fmt::format("Lane {}, {}{}", lane, thread_name(input.subject, thread), active ? "" : ": takes no part"));
  }
  // After all boxes: a number may be wider than its own.
  for (std::uint32_t lane = 0; lane < trace::lanes; lane += labelled_lanes(fan.lane_width, 20))
    if ((fan.active >> lane & 1) != 0)
      canvas.text({fan.lane_foot(static_cast<int>(lane)).x - 0.75f, fan.top + 14}, smallest_text, fmt::format("{}", lane),
                  {255, 255, 255, 255}, Anchor::middle, Face::mono);
  const float left = fan.left - 8;
  if (left > text_width("lanes", smallest_text))
    canvas.text({left, fan.top + 14}, smallest_text, "lanes", theme.muted, Anchor::end);
}

void draw_threads_to(Canvas& canvas, const MemoryInput& input, const Fan& fan, const std::array<Point, trace::lanes>& ends) {
  for (int lane = 0; lane < trace::lanes; ++lane) {
    if ((fan.active >> lane & 1) == 0) continue;
    const Point from = fan.lane_foot(lane);
    const bool lit = input.hover.thread == fan.first_thread + static_cast<std::uint64_t>(lane);
    canvas.line(from, ends[static_cast<std::size_t>(lane)],
                lit ? canvas.theme().text : faded(lane_colour(input, canvas.theme(), fan, lane), 0.75f), lit ? 2.5f : 1.3f);
  }
}

/// The first lane that requests each 4-byte word of the buffer.
std::map<std::uint64_t, int> lane_of_word(const Fan& fan, std::uint32_t width) {
  std::map<std::uint64_t, int> lanes;
  for (int lane = 0; lane < trace::lanes; ++lane) {
    if ((fan.active >> lane & 1) == 0) continue;
    const std::uint64_t first = fan.offset[static_cast<std::size_t>(lane)];
    for (std::uint64_t word = first / 4; word <= (first + width - 1) / 4; ++word) lanes.emplace(word, lane);
  }
  return lanes;
}

/// The sectors side by side, each with its words; words not requested stay grey.
void draw_sectors(Canvas& canvas, const MemoryInput& input, const Fan& fan, std::size_t access, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  const trace::Trace& trace = input.subject.result->trace;
  const std::vector<analysis::SectorUse> sectors = analysis::sectors_of(trace, access);
  if (sectors.empty()) return;
  constexpr float words = analysis::sector_bytes / 4, next = 3, apart = 9;
  const std::map<std::uint64_t, int> lanes = lane_of_word(fan, analysis::request_width(trace, access));
  float gaps = 0;
  for (std::size_t k = 1; k < sectors.size(); ++k) gaps += sectors[k].sector == sectors[k - 1].sector + 1 ? next : apart;
  const float shrink = std::min(1.0f, at.width * 0.3f / std::max(gaps, 1.0f));
  const float wide = std::min((at.width - gaps * shrink) / static_cast<float>(sectors.size()), 112.0f);
  const float top = at.y + at.height - label_height - sector_height;
  float x = at.x + (at.width - wide * static_cast<float>(sectors.size()) - gaps * shrink) / 2;
  std::vector<float> lefts;
  float labelled_to = -1;
  for (std::size_t k = 0; k < sectors.size(); ++k) {
    if (k > 0) x += (sectors[k].sector == sectors[k - 1].sector + 1 ? next : apart) * shrink;
    lefts.push_back(x);
    canvas.box({x, top, wide, sector_height}, std::min(3.0f, wide / 4), theme.idle, theme.line, 1);
    for (std::uint32_t word = 0; word < static_cast<std::uint32_t>(words); ++word) {
      const auto lane = lanes.find(sectors[k].sector * 8 + word);
      if (lane == lanes.end()) continue;
      const float each = wide / words;
      canvas.box({x + each * static_cast<float>(word), top, std::max(each - (each >= 5 ? 1.0f : 0.0f), 0.8f), sector_height}, 0,
                 lane_colour(input, theme, fan, lane->second));
    }
    const std::string byte = base::grouped(sectors[k].sector * analysis::sector_bytes);
    const float half = text_width(byte, smallest_text, Face::mono) / 2, middle = x + wide / 2;
    if (middle - half > labelled_to + 10 && middle + half <= at.x + at.width && middle >= half) {
      canvas.text({middle, top + sector_height + 16}, smallest_text, byte, theme.muted, Anchor::middle, Face::mono);
      labelled_to = middle + half;
    }
    canvas.hot_spot({x, top, wide, sector_height}, {},
                    fmt::format("Sector {}: bytes {} to {}, of which {} were asked for", base::grouped(sectors[k].sector), byte,
                                base::grouped(sectors[k].sector * analysis::sector_bytes + 31), std::popcount(sectors[k].bytes)));
    x += wide;
  }
  std::array<Point, trace::lanes> ends{};
  for (int lane = 0; lane < trace::lanes; ++lane) {
    const std::uint64_t byte = fan.offset[static_cast<std::size_t>(lane)];
    const auto found = std::lower_bound(sectors.begin(), sectors.end(), byte / analysis::sector_bytes,
                                        [](const analysis::SectorUse& use, std::uint64_t sector) { return use.sector < sector; });
    if (found == sectors.end()) continue;
    const float inside = (static_cast<float>(byte % analysis::sector_bytes) + 2) / analysis::sector_bytes;
    ends[static_cast<std::size_t>(lane)] = {lefts[static_cast<std::size_t>(found - sectors.begin())] + inside * wide, top};
  }
  draw_threads_to(canvas, input, fan, ends);
}

/// The 32 banks side by side; below each the words it serves, one per pass.
void draw_banks(Canvas& canvas, const MemoryInput& input, const Fan& fan, std::size_t access, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  const std::vector<analysis::BankWord> words = analysis::bank_words_of(input.subject.result->trace, access);
  const std::array<std::uint8_t, analysis::bank_count> ways = analysis::words_by_bank(words);
  std::uint32_t passes = 1;
  for (const analysis::BankWord& word : words) passes = std::max(passes, word.pass + 1);
  const float fan_height = std::max(at.height * 0.22f, 24.0f), top = fan.top + lane_height + fan_height;
  const float bottom = at.y + at.height - label_height;
  const float pass_height = std::min((bottom - top) / static_cast<float>(passes), 20.0f);
  const auto x_of = [&](std::uint32_t bank) { return fan.left + static_cast<float>(bank) * fan.lane_width; };
  for (std::uint32_t bank = 0; bank < analysis::bank_count; ++bank) {
    canvas.box({x_of(bank), top, fan.lane_width - 1.5f, pass_height * static_cast<float>(passes)}, 2, theme.idle);
    canvas.hot_spot({x_of(bank), top, fan.lane_width, bottom - top}, {},
                    fmt::format("Bank {}: {} asked of it", bank, base::counted(std::uint64_t{ways[bank]}, "word")));
    const bool has_room = fan.lane_width >= 16;
    if (bank % labelled_lanes(fan.lane_width, analysis::bank_count) == 0 || (bank == analysis::bank_count - 1 && has_room))
      canvas.text({x_of(bank) + fan.lane_width / 2, top + pass_height * static_cast<float>(passes) + 16}, smallest_text,
                  fmt::format("{}", bank), theme.muted, Anchor::middle, Face::mono);
  }
  std::array<Point, trace::lanes> ends{};
  for (const analysis::BankWord& word : words) {
    const float y = top + static_cast<float>(word.pass) * pass_height;
    canvas.box({x_of(word.bank), y, fan.lane_width - 1.5f, std::max(pass_height - (pass_height >= 5 ? 1.0f : 0.4f), 0.8f)}, 0,
               quality_colour(theme, bank_share(ways[word.bank])));
    for (std::uint32_t lanes = word.lanes; lanes != 0; lanes &= lanes - 1)
      ends[static_cast<std::size_t>(std::countr_zero(lanes))] = {x_of(word.bank) + fan.lane_width / 2, top};
  }
  draw_threads_to(canvas, input, fan, ends);
  if (const float left = fan.left - 8; left > text_width("banks", smallest_text))
    canvas.text({left, top + std::min(pass_height * static_cast<float>(passes) / 2 + 5, 60.0f)}, smallest_text, "banks",
                theme.muted, Anchor::end);
}

/// For example "32 lanes × 4 bytes = 128 asked for · 4 sectors × 32 bytes = 128 moved".
std::vector<Span> arithmetic(const MemoryInput& input, std::size_t request, const Theme& theme) {
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const trace::Trace& trace = input.subject.result->trace;
  const std::uint32_t width = analysis::request_width(trace, traffic.access[request]);
  const std::uint32_t lanes = traffic.asked[request] / std::max(width, 1u), cost = traffic.cost[request];
  std::vector<Span> spans{
      {base::counted(lanes, "lane") + " × " + base::counted(width, "byte"), theme.text, Face::regular},
      {" = " + base::grouped(std::uint64_t{traffic.asked[request]}) + " asked for", theme.text, Face::semibold}};
  if (traffic.shared()) {
    spans.push_back({"  ·  ", theme.muted, Face::regular});
    const std::uint32_t least = traffic.least[request];
    spans.push_back({passes_words(cost) + (least > 1 ? fmt::format(", {} at best", least) : ""),
                     cost > least ? theme.wrong : theme.good, Face::semibold});
    spans.push_back({" over the 32 banks", theme.text, Face::regular});
    return spans;
  }
  const std::uint64_t moved = std::uint64_t{cost} * analysis::sector_bytes;
  spans.push_back({"  ·  ", theme.muted, Face::regular});
  spans.push_back({base::counted(cost, "sector") + " × 32 bytes", theme.text, Face::regular});
  spans.push_back(
      {" = " + base::grouped(moved) + " moved", moved > traffic.asked[request] ? theme.wrong : theme.good, Face::semibold});
  return spans;
}

/// Where the request's sectors came from and when, cut to what fits: "2 sectors from L1, 2 from memory; values after 341 cycles,
/// 120 of them behind other requests to memory · modelled". Empty where nothing is modelled.
std::string way_words(const MemoryInput& input, std::size_t access, float room) {
  const trace::Trace& trace = input.subject.result->trace;
  const trace::RequestPath& path = trace.accesses.path[access];
  std::string text;
  const auto add = [&](const char* level, std::uint64_t sectors) {
    if (sectors == 0) return;
    text += text.empty() ? base::counted(sectors, "sector") : ", " + base::grouped(sectors);
    text += std::string(" from ") + level;
  };
  add("L1", path.l1);
  add("L2", path.l2);
  add("memory", path.memory);
  if (text.empty()) return text;
  const std::uint64_t cycles = trace.accesses.done[access] - trace.steps.cycle[trace.accesses.step[access]];
  const std::string after = "values after " + base::counted(cycles, "cycle"), tag = " · modelled";
  const std::string queued =
      path.queued == 0 ? ""
                       : fmt::format(", {} of them behind other requests to memory", base::grouped(std::uint64_t{path.queued}));
  for (const std::string& words : {text + "; " + after + queued + tag, text + "; " + after + tag})
    if (text_width(words, smallest_text) <= room) return words;
  return fit_text(after + tag, smallest_text, room);
}

}  // namespace

void draw_memory_request(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const Rectangle& at = layout.request;
  if (!layout.current) {
    canvas.section({0, at.y - 12}, "One request", canvas.width());
    canvas.text({0, at.y + 20}, 17, fit_text(no_request_words(input), 17, canvas.width()), canvas.theme().muted);
    return;
  }
  const std::size_t request = *layout.current, access = traffic_of(input).access[request];
  const std::string name = memory_name(input.subject, traffic_of(input));
  const std::string what = request_words(input, request, traffic_of(input).shared() ? name : as_written(name));
  const std::string without_line = what.substr(0, what.rfind(" (line "));
  // Of whatever block it is, the warp is worth more.
  canvas.fitting_section({0, at.y - 12},
                         {"One request: " + what, what, without_line, without_line.substr(without_line.find("warp "))},
                         canvas.width());
  std::vector<Span> words = arithmetic(input, request, canvas.theme());
  if (text_width(words, smallest_text) > at.width) {  // drop the factors, keep the product
    words.erase(words.begin());
    words.front().text = base::counted(std::uint64_t{traffic_of(input).asked[request]}, "byte") + " asked for";
  }
  if (text_width(words, smallest_text) > at.width) {
    if (traffic_of(input).shared()) {
      words.pop_back();  // the number of banks
    } else {
      words.erase(words.end() - 2);  // the sectors, whose number is below
      words.back().text = words.back().text.substr(words.back().text.find_first_of("0123456789"));
    }
  }
  const float size = std::clamp(17 * at.width / std::max(text_width(words, 17), 1.0f), smallest_text, 17.0f);
  canvas.text({0, at.y + 16}, size, std::move(words));
  const std::string way = way_words(input, access, at.width);
  if (!way.empty()) canvas.text({0, at.y + 38}, smallest_text, way, canvas.theme().muted);
  const Fan fan = fan_of(input, access, at, at.y + (way.empty() ? 30.0f : 50.0f));
  if (traffic_of(input).shared())
    draw_banks(canvas, input, fan, access, at);
  else
    draw_sectors(canvas, input, fan, access, at);
  draw_lanes(canvas, input, fan, step_of(input, request));
}

}  // namespace warplens::view
