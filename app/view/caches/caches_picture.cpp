#include "view/caches/caches_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "launch/costs/utilisation.h"
#include "view/caches/caches_levels.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"

namespace warplens::view {
namespace {

constexpr float words_size = 15;
// Points: of a level with two lines of words, and between two levels, with and without air.
constexpr float min_level = 42, easy_level = 44, max_level = 76, easy_gap = 44, max_gap = 110;

/// 2,048 → "2.0 KiB", 3,500,000 → "3.3 MiB".
std::string short_bytes_text(std::uint64_t bytes) {
  constexpr double kib = 1024;
  if (bytes < 1000) return base::counted(bytes, "byte");
  const double value = static_cast<double>(bytes);
  return value < kib * kib         ? fmt::format("{:.1f} KiB", value / kib)
         : value < kib * kib * kib ? fmt::format("{:.1f} MiB", value / (kib * kib))
                                   : fmt::format("{:.1f} GiB", value / (kib * kib * kib));
}

/// 2,048 → "2,048 bytes", 3,500,000 → "3.3 MiB".
std::string bytes_text(std::uint64_t bytes) { return bytes < 100'000 ? base::counted(bytes, "byte") : short_bytes_text(bytes); }

/// Name and what it did; at the right its latency, and a bar with how busy it was. In a narrow one the bar goes first, then the
/// latency.
void draw_level(Canvas& canvas, const LevelWords& level, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  constexpr float bar_width = 64, bar_height = 8, gap = 10;
  canvas.box(at, 8, theme.panel, theme.line, 1);
  const float inset = at.width < 300 ? 10 : 16, room = at.width - 2 * inset;
  const float middle = at.y + at.height / 2, upper = middle - 4, lower = middle + (at.height < easy_level ? 14.0f : 17.0f);
  const float name = text_width(level.name, 17, Face::semibold), aside = gap + text_width(level.aside, words_size);
  const float busy_room = level.busy < 0 ? 0 : gap + text_width("busy 100 %", words_size);
  const bool shows_aside = !level.aside.empty() && name + aside + busy_room <= room;
  canvas.text({at.x + inset, upper}, 17, level.name, theme.text, Anchor::start, Face::semibold);
  if (shows_aside) canvas.text({at.x + inset + name + gap, upper}, words_size, level.aside, theme.muted);
  if (level.busy >= 0) {
    const float share = static_cast<float>(std::clamp(level.busy, 0.0, 1.0));
    float right = at.x + at.width - inset;
    if (name + aside + busy_room + gap + bar_width <= room) {
      canvas.box({right - bar_width, middle - 13, bar_width, bar_height}, 4, theme.line);
      if (share > 0) canvas.box({right - bar_width, middle - 13, std::max(bar_width * share, 4.0f), bar_height}, 4, theme.accent);
      right -= bar_width + gap;
    }
    canvas.text({right, upper}, words_size, fmt::format("busy {:.0f} %", 100 * share), theme.text, Anchor::end);
  }
  std::vector<std::string> did{level.did};
  did.insert(did.end(), level.shorter.begin(), level.shorter.end());
  canvas.text({at.x + inset, lower}, words_size, fitting_text(did, words_size, room), theme.muted);
  canvas.hot_spot(at, {}, level.tooltip);
}

/// What moves in one direction between two levels.
struct Arrow {
  std::string verb;  ///< "read", "written"
  std::uint64_t bytes = 0;
  bool known = true;
  bool up = false;
};

/// The longest words that fit. The verb, or what stands for it, has the arrow's colour, as in the legend.
std::vector<Span> arrow_words(const Arrow& arrow, Colour colour, const Theme& theme, double cycles, float room) {
  if (!arrow.known || arrow.bytes == 0) {
    const std::string all = arrow.known ? "nothing " + arrow.verb : arrow.verb + " back later";
    return {{fitting_text({all, arrow.known ? "nothing" : "later"}, words_size, room), theme.muted}};
  }
  const double rate = static_cast<double>(arrow.bytes) / std::max(cycles, 1.0);
  const std::string each = rate < 0.05 ? "less than 0.1" : fmt::format("{:.1f}", rate), bytes = bytes_text(arrow.bytes);
  std::vector<std::string> all;
  const std::string shorter = short_bytes_text(arrow.bytes);
  if (cycles > 0)
    all = {bytes + ", " + each + " bytes per cycle", bytes + ", " + each + " B/cycle", shorter + ", " + each + " B/cycle"};
  all.insert(all.end(), {bytes, shorter});
  // The longer verb's for both, so that equal numbers are written alike.
  const float verb = text_width("written ", words_size, Face::semibold);
  const std::string words = fitting_text(all, words_size, room - verb);
  if (text_width(all.back(), words_size) > room - verb) return {{all.back(), colour, Face::semibold}};
  return {{arrow.verb + " ", colour, Face::semibold}, {words, theme.text}};
}

/// The arrows of both directions between two levels, in a column; as wide as their share of the largest traffic.
void draw_arrows(Canvas& canvas, const analysis::LevelTraffic& moved, bool down_known, std::uint64_t most, double cycles,
                 const Rectangle& at) {
  const Theme& theme = canvas.theme();
  constexpr float thinnest = 2, widest = 12, head = 9, clear = 4, first = 14;
  const bool narrow = at.width < 300, low = at.height < easy_gap;
  const float apart = narrow ? 22 : 26, words_from = narrow ? 50 : 58, line = low ? 18 : 20;
  const Arrow arrows[] = {{"read", moved.up, true, true}, {"written", moved.down, down_known, false}};
  float x = at.x + first, baseline = at.y + at.height / 2 - (low ? 4.0f : 3.0f);
  for (const Arrow& arrow : arrows) {
    const float share = most == 0 ? 0 : std::sqrt(static_cast<float>(arrow.bytes) / static_cast<float>(most));
    const bool drawn = arrow.bytes != 0;
    const float stroke = drawn ? thinnest + (widest - thinnest) * share : 1;
    const Colour colour = !drawn ? theme.line : arrow.up ? theme.read : theme.write;
    const float tip = arrow.up ? at.y + clear : at.y + at.height - clear,
                tail = arrow.up ? at.y + at.height - clear : at.y + clear;
    const float neck = tip + (arrow.up ? head : -head), half = std::max(head * 0.7f, stroke * 0.8f);
    canvas.line({x, tail}, {x, neck}, colour, stroke, drawn ? 0.0f : 4.0f);
    canvas.path({{x - half, neck}, {x, tip}, {x + half, neck}}, colour, 2.5f);
    canvas.text({at.x + words_from, baseline}, words_size, arrow_words(arrow, colour, theme, cycles, at.width - words_from));
    x += apart;
    baseline += line;
  }
}

/// Longest first.
std::vector<std::string> hierarchy_titles(const CachesInput& input) {
  switch (input.of) {
    case HierarchyOf::launch:
      return {"The memory hierarchy: the whole launch", "Memory hierarchy: whole launch"};
    case HierarchyOf::line:
      return {"The memory hierarchy: " + input.name, "Memory: " + input.name};
    case HierarchyOf::request:
      break;
  }
  return {"The way of one request: " + input.name, "Request: " + input.name, input.name};
}

/// "L1 held 3 of 4 sectors (75 %), L2 1 of 1 (100 %)"; of shared memory, its passes.
std::string where_from(const analysis::Hierarchy& h) {
  if (h.global_requests == 0)
    return fmt::format("{} to shared memory, {}", base::counted(h.shared_requests, "request"),
                       base::counted(h.conflicts, "bank conflict"));
  std::string text;
  if (h.loaded_sectors != 0) text = "L1 held " + share_text(h.l1_hits, h.loaded_sectors);
  if (h.l2_sectors != 0) text += (text.empty() ? "" : ", ") + ("L2 held " + share_text(h.l2_hits, h.l2_sectors));
  return text.empty() ? base::counted(h.l2.down / 32, "sector") + " written through to L2" : text;
}

Headline of_request(const CachesInput& input, const Theme& theme) {
  const analysis::Hierarchy& h = input.hierarchy;
  const bool writes = h.l1.up + h.shared.up + h.l2.up == 0;
  Headline headline;
  headline.origin = launch::Origin::modelled;
  headline.title = {{writes ? "The write was complete after " : "The values came after ", theme.text, Face::semibold},
                    {base::counted(input.cycles, "cycle"), theme.accent, Face::semibold},
                    {".", theme.text, Face::semibold}};
  std::string detail = capitalised(input.name) + ": " + where_from(h);
  if (input.queued != 0) detail += fmt::format("; {} behind other requests to memory", base::counted(input.queued, "cycle"));
  headline.detail = {{detail + ".", theme.muted, Face::regular}};
  return headline;
}

Headline of_line(const CachesInput& input, const Theme& theme) {
  const analysis::Hierarchy& h = input.hierarchy;
  Headline headline;
  headline.origin = launch::Origin::modelled;
  headline.title = {
      {capitalised(input.name), theme.accent, Face::semibold},
      {": " + base::counted(h.global_requests + h.shared_requests, "request") + " of warps.", theme.text, Face::semibold}};
  headline.detail = {{capitalised(where_from(h)) + ".", theme.muted, Face::regular}};
  return headline;
}

}  // namespace

Picture caches_picture(const CachesInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  const launch::LaunchResult& result = *input.subject.result;
  if (!result.utilisation) return {canvas.take(), [](Point) { return HotSpot{}; }};
  const analysis::Hierarchy& h = input.hierarchy;
  const auto levels = level_words(input);
  const auto words = [&](MemoryLevel level) -> const LevelWords& { return levels[static_cast<std::size_t>(level)]; };
  std::uint64_t most = 0;
  for (const analysis::LevelTraffic& each : {h.shared, h.l1, h.l2, h.memory}) most = std::max({most, each.up, each.down});
  // A request is over long before the launch: its bytes per cycle of the launch say nothing.
  const double cycles = input.of == HierarchyOf::request ? 0 : static_cast<double>(result.counters.cycles);

  // Where the legend has no room, the words next to the arrows have its colours.
  constexpr float title = 26, between = 16, min_rest = 4 * easy_level + 3 * easy_gap;
  const std::vector<LegendEntry> legend{{LegendEntry::Swatch::square, theme.read, {0, 0, 0, 0}, "read, towards the registers"},
                                        {LegendEntry::Swatch::square, theme.write, {0, 0, 0, 0}, "written, towards memory"}};
  const float legend_room = legend_height(legend, width) + 8;
  const bool shows_legend = height - title - legend_room >= min_rest;
  const float room = height - title - (shows_legend ? legend_room : 1);
  const float high = std::clamp((room - 3 * easy_gap) / 4, min_level, max_level), gap = std::min(max_gap, (room - 4 * high) / 3);
  const float half = (width - between) / 2, right = half + between;
  const auto row = [&](int level) { return title + static_cast<float>(level) * (high + gap); };
  canvas.fitting_section({0, 14}, hierarchy_titles(input), width);
  draw_level(canvas, words(MemoryLevel::registers), {0, row(0), width, high});
  draw_level(canvas, words(MemoryLevel::shared), {0, row(1), half, high});
  draw_level(canvas, words(MemoryLevel::l1), {right, row(1), half, high});
  draw_level(canvas, words(MemoryLevel::l2), {0, row(2), width, high});
  draw_level(canvas, words(MemoryLevel::memory), {0, row(3), width, high});
  draw_arrows(canvas, h.shared, true, most, cycles, {0, row(0) + high, half, gap});
  draw_arrows(canvas, h.l1, true, most, cycles, {right, row(0) + high, half, gap});
  draw_arrows(canvas, h.l2, true, most, cycles, {right, row(1) + high, half, gap});
  draw_arrows(canvas, h.memory, h.writes_known, most, cycles, {right, row(2) + high, half, gap});
  if (shows_legend) draw_legend(canvas, {0, row(3) + high + 12}, width, legend);
  return with_hot_spots(canvas.take());
}

CachesInput caches_input(const Material& material) {
  CachesInput input;
  input.subject = material.subject;
  input.hierarchy = material.tables->hierarchy;
  const Target& hover = material.hover;
  if (hover.line != Target::none) {
    const std::vector<analysis::LineHierarchy>& lines = material.tables->line_hierarchies;
    const auto found = std::ranges::find(lines, hover.line, &analysis::LineHierarchy::line);
    if (found == lines.end()) return input;
    input.of = HierarchyOf::line;
    input.name = "line " + base::grouped(hover.line);
    input.hierarchy = found->hierarchy;
    return input;
  }
  const trace::Trace& trace = input.subject.result->trace;
  const bool stands = material.place > 0 && material.place < trace.steps.size();
  if (hover.step == Target::none && !stands) return input;
  const auto way = analysis::request_way(trace, hover.step != Target::none ? hover.step : material.place - 1);
  if (!way) return input;
  const std::uint32_t step = trace.accesses.step[way->access], line = line_of_step(input.subject, step);
  input.of = HierarchyOf::request;
  input.name =
      warp_name(input.subject, trace.steps.warp[step]) + (line != 0 ? ", line " + base::grouped(std::uint64_t{line}) : "");
  input.hierarchy = way->hierarchy;
  input.cycles = way->cycles;
  input.queued = way->queued;
  return input;
}

Headline caches_headline(const CachesInput& input, const Theme& theme) {
  Headline headline;
  const auto& utilisation = input.subject.result->utilisation;
  if (!utilisation) {
    headline.title = {{"No caches are modelled for this run.", theme.text, Face::semibold}};
    headline.detail = {{"They are part of the SIMT machine's timed schedule.", theme.muted, Face::regular}};
    return headline;
  }
  if (input.of == HierarchyOf::request) return of_request(input, theme);
  if (input.of == HierarchyOf::line) return of_line(input, theme);
  const launch::CostLimit limit = launch::cost_limit(*utilisation);
  headline.origin = launch::Origin::modelled;
  using launch::CostPart;
  const bool two = limit.part == CostPart::l1 || limit.part == CostPart::atomics;
  const std::string part = limit.part == CostPart::issue ? "Instruction issue"
                           : limit.part == CostPart::l2  ? "The L2 cache"
                                                         : capitalised(std::string(launch::cost_parts.name_of(limit.part)));
  headline.title = {{part, theme.accent, Face::semibold},
                    {two ? " limit this launch." : " limits this launch.", theme.text, Face::semibold}};
  headline.detail = {{limit.text, theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
