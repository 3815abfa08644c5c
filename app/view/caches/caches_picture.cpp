#include "view/caches/caches_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "analysis/memory_traffic.h"
#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

/// 2,048 → "2,048 bytes", 3,500,000 → "3.3 MiB".
std::string bytes_text(std::uint64_t bytes) {
  constexpr double kib = 1024;
  if (bytes < 100'000) return base::counted(bytes, "byte");
  const double value = static_cast<double>(bytes);
  return value < kib * kib         ? fmt::format("{:.1f} KiB", value / kib)
         : value < kib * kib * kib ? fmt::format("{:.1f} MiB", value / (kib * kib))
                                   : fmt::format("{:.1f} GiB", value / (kib * kib * kib));
}

/// "3 of 4 sectors (75 %)".
std::string share_text(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{} of {} ({:.0f} %)", base::grouped(part), base::counted(all, "sector"),
                     100.0 * static_cast<double>(part) / static_cast<double>(all));
}

struct Level {
  std::string name, did, tooltip;
  double busy = -1;  ///< share of the cycles; negative: not known
};

std::vector<Level> levels_of(const launch::LaunchResult& result, const HierarchyTraffic& traffic) {
  const launch::Counters& c = result.counters;
  const std::uint64_t past_l1 = traffic.l1.up / analysis::sector_bytes;
  std::string l1 = c.load_sectors == 0 ? "no loads" : "held " + share_text(c.l1_hit_sectors, c.load_sectors);
  if (c.shared_requests != 0)
    l1 += fmt::format("; {} of shared memory, {}", base::counted(c.shared_requests, "request"),
                      base::counted(c.bank_conflicts, "bank conflict"));
  return {
      {"Threads", base::counted(c.global_loads + c.global_stores + c.global_atomics, "request") + " of warps to global memory",
       "What the lanes of all warps asked for. Atomics count as requests; their bytes are shown from L1 on", -1},
      {"L1 and shared memory", l1,
       "Of each multiprocessor. Stores and atomics go through to L2. Busy: cycles in which it served requests, over all "
       "multiprocessors",
       result.utilisation->l1},
      {"L2", past_l1 == 0 ? "no loads or atomics" : "held " + share_text(c.l2_hit_sectors, past_l1),
       "Of the whole card. A sector on its way from memory counts as not held. Busy: share of the bytes that it can exchange "
       "with "
       "the multiprocessors; a request for less than 64 bytes of a line takes as long as one for 64",
       result.utilisation->l2},
      {"Memory",
       fmt::format("read {}, wrote {}", base::counted(c.memory_sectors_read, "sector"), base::grouped(c.memory_sectors_written)),
       "Sectors of 32 bytes that no cache held, each read once, and sectors that the kernel changed. Busy: share of the bytes "
       "that "
       "it can move",
       result.utilisation->memory},
  };
}

/// Name, what it did, and a bar with how busy it was.
void draw_level(Canvas& canvas, const Level& level, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  constexpr float inset = 16, bar_width = 120, bar_height = 8;
  canvas.box(at, 8, theme.panel, theme.line, 1);
  const float middle = at.y + at.height / 2;
  const bool has_bar = level.busy >= 0;
  const float room = at.width - 2 * inset - (has_bar ? bar_width + inset : 0);
  canvas.text({at.x + inset, middle - 4}, 17, fit_text(level.name, 17, room, Face::semibold), theme.text, Anchor::start,
              Face::semibold);
  canvas.text({at.x + inset, middle + 17}, 15, fit_text(level.did, 15, room), theme.muted);
  if (has_bar) {
    const float share = static_cast<float>(std::clamp(level.busy, 0.0, 1.0)), x = at.x + at.width - inset - bar_width;
    canvas.text({x, middle - 4}, 15, fmt::format("busy {:.0f} %", 100 * share), theme.text);
    canvas.box({x, middle + 8, bar_width, bar_height}, 4, theme.line);
    if (share > 0) canvas.box({x, middle + 8, std::max(bar_width * share, 4.0f), bar_height}, 4, theme.accent);
  }
  canvas.hot_spot(at, {}, level.tooltip);
}

/// An arrow as wide as its share of the largest traffic, with its bytes beside it.
void draw_arrow(Canvas& canvas, Point from, Point to, std::uint64_t bytes, std::uint64_t most, double cycles, Colour colour) {
  const Theme& theme = canvas.theme();
  constexpr float thinnest = 2, widest = 14, head = 9;
  const float share = most == 0 ? 0 : std::sqrt(static_cast<float>(bytes) / static_cast<float>(most));
  const float stroke = bytes == 0 ? 1 : thinnest + (widest - thinnest) * share, towards = to.y > from.y ? 1.0f : -1.0f;
  const Colour drawn = bytes == 0 ? theme.line : colour;
  canvas.line(from, {to.x, to.y - towards * head}, drawn, stroke, bytes == 0 ? 4 : 0);
  const float half = std::max(head * 0.7f, stroke * 0.8f);
  canvas.path({{to.x - half, to.y - towards * head}, to, {to.x + half, to.y - towards * head}}, drawn, 2.5f);
  const double rate = static_cast<double>(bytes) / cycles;
  const std::string per_cycle = rate < 0.05 ? "less than 0.1 per cycle" : fmt::format("{:.1f} per cycle", rate);
  const std::string words = bytes == 0 ? "nothing" : bytes_text(bytes) + ", " + per_cycle;
  canvas.text({from.x + widest + 6, (from.y + to.y) / 2 + 5}, 15, words, bytes == 0 ? theme.muted : theme.text);
}

}  // namespace

Picture caches_picture(const CachesInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  const launch::LaunchResult& result = *input.subject.result;
  if (!result.utilisation) return {canvas.take(), [](Point) { return HotSpot{}; }};
  const HierarchyTraffic traffic = hierarchy_traffic(result.counters);
  const std::vector<Level> levels = levels_of(result, traffic);
  const LevelTraffic between[] = {traffic.threads, traffic.l1, traffic.l2};
  std::uint64_t most = 0;
  for (const LevelTraffic& each : between) most = std::max({most, each.up, each.down});

  constexpr float title = 26, legend = 34, least_gap = 40, most_level = 76, most_gap = 110;
  const float room = height - title - legend;
  const float level_height = std::min(most_level, (room - 3 * least_gap) / 4);
  const float gap = std::min(most_gap, (room - 4 * level_height) / 3);
  canvas.section({0, 14}, "Bytes between the levels of memory, whole launch", width);
  const double cycles = static_cast<double>(std::max<std::uint64_t>(result.counters.cycles, 1));
  float y = title;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    draw_level(canvas, levels[k], {0, y, width, level_height});
    y += level_height;
    if (k + 1 == levels.size()) break;
    constexpr float clear = 5;
    draw_arrow(canvas, {width * 0.08f, y + gap - clear}, {width * 0.08f, y + clear}, between[k].up, most, cycles, theme.read);
    draw_arrow(canvas, {width * 0.55f, y + clear}, {width * 0.55f, y + gap - clear}, between[k].down, most, cycles, theme.write);
    y += gap;
  }
  draw_legend(canvas, {0, y + 12}, width,
              {{LegendEntry::Swatch::square, theme.read, {0, 0, 0, 0}, "read, towards the threads"},
               {LegendEntry::Swatch::square, theme.write, {0, 0, 0, 0}, "written, towards memory"}});
  Drawing drawing = canvas.take();
  const auto spots = std::make_shared<Drawing>();
  spots->hot_spots = drawing.hot_spots;
  return {std::move(drawing), [spots](Point point) { return hot_spot_at(*spots, point); }};
}

}  // namespace warplens::view
