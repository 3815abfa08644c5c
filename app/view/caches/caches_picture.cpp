#include "view/caches/caches_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/number_format.h"
#include "view/caches/caches_levels.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

constexpr float level_inset = 16, words_size = 15;

/// 2,048 → "2,048 bytes", 3,500,000 → "3.3 MiB".
std::string bytes_text(std::uint64_t bytes) {
  constexpr double kib = 1024;
  if (bytes < 100'000) return base::counted(bytes, "byte");
  const double value = static_cast<double>(bytes);
  return value < kib * kib         ? fmt::format("{:.1f} KiB", value / kib)
         : value < kib * kib * kib ? fmt::format("{:.1f} MiB", value / (kib * kib))
                                   : fmt::format("{:.1f} GiB", value / (kib * kib * kib));
}

/// Name and what it did; at the right its latency, and a bar with how busy it was.
void draw_level(Canvas& canvas, const LevelWords& level, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  constexpr float bar_width = 64, bar_height = 8, gap = 10;
  canvas.box(at, 8, theme.panel, theme.line, 1);
  const float middle = at.y + at.height / 2;
  float right = at.x + at.width - level_inset;
  if (level.busy >= 0) {
    const float share = static_cast<float>(std::clamp(level.busy, 0.0, 1.0));
    const std::string busy = fmt::format("busy {:.0f} %", 100 * share);
    canvas.box({right - bar_width, middle - 13, bar_width, bar_height}, 4, theme.line);
    if (share > 0) canvas.box({right - bar_width, middle - 13, std::max(bar_width * share, 4.0f), bar_height}, 4, theme.accent);
    right -= bar_width + gap;
    canvas.text({right, middle - 4}, words_size, busy, theme.text, Anchor::end);
    right -= text_width("busy 100 %", words_size) + gap;
  }
  const float name = text_width(level.name, 17, Face::semibold);
  canvas.text({at.x + level_inset, middle - 4}, 17, level.name, theme.text, Anchor::start, Face::semibold);
  const float aside_from = at.x + level_inset + name + gap;
  if (!level.aside.empty() && aside_from + text_width(level.aside, words_size) <= right)
    canvas.text({aside_from, middle - 4}, words_size, level.aside, theme.muted);
  const float room = at.width - 2 * level_inset;
  const bool fits = level.shorter.empty() || text_width(level.did, words_size) <= room;
  canvas.text({at.x + level_inset, middle + 17}, words_size, fit_text(fits ? level.did : level.shorter, words_size, room),
              theme.muted);
  canvas.hot_spot(at, {}, level.tooltip);
}

/// What moves in one direction between two levels.
struct Arrow {
  const char* verb;  ///< "read", "written"
  std::uint64_t bytes = 0;
  bool known = true;
  bool up = false;
};

/// The longest words that fit.
std::string arrow_words(const Arrow& arrow, double cycles, float room) {
  if (!arrow.known) return fit_text(std::string(arrow.verb) + " back later", words_size, room);
  if (arrow.bytes == 0) return fit_text(std::string("nothing ") + arrow.verb, words_size, room);
  const std::string bytes = std::string(arrow.verb) + " " + bytes_text(arrow.bytes);
  const double rate = static_cast<double>(arrow.bytes) / std::max(cycles, 1.0);
  const std::string each = rate < 0.05 ? "less than 0.1" : fmt::format("{:.1f}", rate);
  for (const std::string& text : {bytes + ", " + each + " per cycle", bytes + ", " + each + "/cycle"})
    if (cycles > 0 && text_width(text, words_size) <= room) return text;
  return fit_text(bytes, words_size, room);
}

/// The arrows of both directions between two levels, in a column; as wide as their share of the largest traffic.
void draw_arrows(Canvas& canvas, const analysis::LevelTraffic& moved, bool down_known, std::uint64_t most, double cycles,
                 const Rectangle& at) {
  const Theme& theme = canvas.theme();
  constexpr float thinnest = 2, widest = 12, head = 9, clear = 4, first = 14, apart = 26, words_from = 58;
  const Arrow arrows[] = {{"read", moved.up, true, true}, {"written", moved.down, down_known, false}};
  float x = at.x + first, baseline = at.y + at.height / 2 - 3;
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
    canvas.text({at.x + words_from, baseline}, words_size, arrow_words(arrow, cycles, at.width - words_from),
                drawn ? theme.text : theme.muted);
    x += apart;
    baseline += 20;
  }
}

std::string hierarchy_title(const CachesInput& input) {
  switch (input.of) {
    case HierarchyOf::launch:
      return "The memory hierarchy: the whole launch";
    case HierarchyOf::line:
      return "The memory hierarchy: " + input.name;
    case HierarchyOf::request:
      break;
  }
  return "The way of one request: " + input.name;
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

  constexpr float title = 26, legend = 34, least_gap = 44, most_level = 76, most_gap = 110, between = 16;
  const float room = height - title - legend;
  const float high = std::min(most_level, (room - 3 * least_gap) / 4), gap = std::min(most_gap, (room - 4 * high) / 3);
  const float half = (width - between) / 2, right = half + between;
  const auto row = [&](int level) { return title + static_cast<float>(level) * (high + gap); };
  canvas.section({0, 14}, hierarchy_title(input), width);
  draw_level(canvas, words(MemoryLevel::registers), {0, row(0), width, high});
  draw_level(canvas, words(MemoryLevel::shared), {0, row(1), half, high});
  draw_level(canvas, words(MemoryLevel::l1), {right, row(1), half, high});
  draw_level(canvas, words(MemoryLevel::l2), {0, row(2), width, high});
  draw_level(canvas, words(MemoryLevel::memory), {0, row(3), width, high});
  draw_arrows(canvas, h.shared, true, most, cycles, {0, row(0) + high, half, gap});
  draw_arrows(canvas, h.l1, true, most, cycles, {right, row(0) + high, half, gap});
  draw_arrows(canvas, h.l2, true, most, cycles, {right, row(1) + high, half, gap});
  draw_arrows(canvas, h.memory, h.writes_known, most, cycles, {right, row(2) + high, half, gap});
  draw_legend(canvas, {0, row(3) + high + 12}, width,
              {{LegendEntry::Swatch::square, theme.read, {0, 0, 0, 0}, "read, towards the registers"},
               {LegendEntry::Swatch::square, theme.write, {0, 0, 0, 0}, "written, towards memory"}});
  Drawing drawing = canvas.take();
  const auto spots = std::make_shared<Drawing>();
  spots->hot_spots = drawing.hot_spots;
  return {std::move(drawing), [spots](Point point) { return hot_spot_at(*spots, point); }};
}

}  // namespace warplens::view
