#include "view/lanes/lanes_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/steps/steps_picture.h"

namespace warplens::view {
namespace {

constexpr float lanes_label = 15, lanes_title = 28, band_gap = 10;
constexpr float legend_place = 40;                   // points below the bands, after the axis
constexpr float good_band = 64, highest_band = 192;  // points: two per lane, six per lane
constexpr std::size_t most_bands = 8, most_lines = 5;
constexpr std::size_t samples = 16;  // instructions looked at per column of pixels

/// A source line with its colour.
struct LineColour {
  std::uint32_t line = 0;
  Colour colour;
};

/// Geometry and colours of the picture. The picture keeps it, to answer the pointer.
struct LanesLayout {
  struct Band {
    std::uint32_t warp = 0;
    Rectangle at;
    std::vector<std::uint32_t> steps;   ///< rows in Trace::steps; this and the next two: by fill_bands()
    std::vector<std::uint32_t> active;  ///< lanes, by step
    std::vector<std::uint32_t> lines;   ///< source line, by step
  };
  std::vector<Band> bands;
  std::vector<LineColour> lines;  ///< those with the most instructions for some lanes only
  bool other_lines = false;       ///< whether there are such instructions elsewhere
  bool skipped = false;           ///< whether there are instructions whose condition no lane met
  CycleAxis axis;                 ///< of instructions
  float bottom = 0;
  std::uint64_t threads_per_block = 1, warps_per_block = 1;

  std::uint64_t thread(const Band& band, std::uint32_t lane) const {
    return band.warp / warps_per_block * threads_per_block + band.warp % warps_per_block * trace::lanes + lane;
  }
};

/// The lines at which most instructions were for some lanes only, with colours.
std::vector<LineColour> line_colours(const LanesInput& input, const Theme& theme) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> counts;
  for (std::size_t k = 0; k < input.warps->partial.size() && k < input.subject.lines.size(); ++k) {
    const std::uint32_t line = input.subject.lines[k];
    if (input.warps->partial[k] == 0 || line == 0) continue;
    const auto found = std::ranges::find(counts, line, &std::pair<std::uint64_t, std::uint32_t>::second);
    if (found != counts.end())
      found->first += input.warps->partial[k];
    else
      counts.emplace_back(input.warps->partial[k], line);
  }
  std::ranges::sort(counts,
                    [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  counts.resize(std::min(counts.size(), most_lines));
  std::ranges::sort(counts, {}, &std::pair<std::uint64_t, std::uint32_t>::second);
  std::vector<LineColour> colours;
  for (std::size_t k = 0; k < counts.size(); ++k)
    colours.push_back({counts[k].second, label_colour(theme, 2 * k, 2 * most_lines)});
  return colours;
}

Colour all_lanes_colour(const Theme& theme) { return faded(theme.soft, 0.55f); }
/// Of an instruction whose condition no lane met: all of them go on together.
Colour no_lane_colour(const Theme& theme) { return faded(theme.soft, 0.2f); }
Colour other_line_colour(const Theme& theme) { return theme.write; }

std::vector<LegendEntry> lanes_legend(const LanesLayout& layout, const Theme& theme) {
  std::vector<LegendEntry> legend;
  const auto add = [&](Colour colour, std::string words) {
    legend.push_back({LegendEntry::Swatch::square, colour, transparent, std::move(words)});
  };
  add(all_lanes_colour(theme), "all lanes of the warp");
  for (const LineColour& each : layout.lines) add(each.colour, fmt::format("some, line {}", each.line));
  if (layout.other_lines) add(other_line_colour(theme), "some, elsewhere");
  if (layout.skipped) add(no_lane_colour(theme), "none: its condition was not met");
  legend.push_back({LegendEntry::Swatch::square, theme.panel, theme.line, "takes no part"});
  return legend;
}

/// The warps that come first: those that parted, in this run or in the one beside it.
std::vector<std::uint32_t> first_warps(const LanesInput& input) {
  const SharedScale& scale = input.subject.shared_scale;
  if (scale.parted.empty() && scale.parted_too.empty()) return input.warps->partial_warps;
  std::vector<std::uint32_t> all;
  std::set_union(scale.parted.begin(), scale.parted.end(), scale.parted_too.begin(), scale.parted_too.end(),
                 std::back_inserter(all));
  all.erase(std::ranges::lower_bound(all, input.warps->warps()), all.end());  // the other run may have more warps
  return all;
}

/// The warp that a row shows: first those of `parted`, then the others of all `warps`, each in ascending order.
std::uint32_t warp_in_row(const std::vector<std::uint32_t>& parted, std::size_t warps, std::size_t row) {
  if (row < parted.size()) return parted[row];
  const std::size_t whole = row - parted.size();  // of the warps that did not part
  std::size_t low = 0, high = warps - 1;
  while (low < high) {  // the first warp with more than `whole` such warps up to it
    const std::size_t middle = (low + high) / 2;
    const auto before = static_cast<std::size_t>(std::ranges::upper_bound(parted, middle) - parted.begin());
    if (middle + 1 - before > whole)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<std::uint32_t>(low);
}

std::size_t band_count(const LanesInput& input, float room) {
  const auto fit = static_cast<std::size_t>(std::max((room + band_gap) / (good_band + band_gap), 1.0f));
  return std::clamp<std::size_t>(input.warps->warps(), 1, std::min(fit, most_bands));
}

/// Length of the axis.
std::uint64_t whole_instructions(const LanesInput& input) {
  return std::max<std::uint64_t>({input.warps->longest, input.subject.shared_scale.instructions, 1});
}

LanesLayout lanes_layout(const LanesInput& input, const Theme& theme, float width, float height) {
  LanesLayout layout;
  layout.threads_per_block = input.subject.threads_per_block();
  layout.warps_per_block = input.subject.warps_per_block();
  layout.lines = line_colours(input, theme);
  layout.skipped = input.warps->skipped > 0;
  for (std::size_t k = 0; k < input.warps->partial.size(); ++k) {
    const std::uint32_t line = k < input.subject.lines.size() ? input.subject.lines[k] : 0;
    if (input.warps->partial[k] > 0 && std::ranges::find(layout.lines, line, &LineColour::line) == layout.lines.end())
      layout.other_lines = true;
  }
  const float below = legend_place + legend_height(lanes_legend(layout, theme), width);
  const float room = std::max(height - lanes_title - below, 32.0f);
  const std::size_t shown = band_count(input, room);
  const auto count = static_cast<float>(shown);
  float band = std::min((room - band_gap * (count - 1)) / count, highest_band);
  if (band >= trace::lanes) band = std::floor(band / trace::lanes) * trace::lanes;
  const std::size_t first = std::min(input.first_row, input.warps->warps() - shown);
  const double zoom = std::max(1.0f, input.zoom), whole = static_cast<double>(whole_instructions(input));
  layout.axis.left = text_width("block 10, warp 10", lanes_label) + 12;
  layout.axis.right = width - 8;
  layout.axis.cycles = whole / zoom;
  layout.axis.begin = std::clamp<double>(input.pan, 0.0, 1 - 1 / zoom) * whole;
  const std::vector<std::uint32_t> parted = first_warps(input);
  float y = lanes_title;
  for (std::size_t k = 0; k < shown; ++k) {
    LanesLayout::Band& row = layout.bands.emplace_back();
    row.warp = warp_in_row(parted, input.warps->warps(), first + k);
    row.at = {layout.axis.left, y, layout.axis.right - layout.axis.left, band};
    y += band + band_gap;
  }
  layout.bottom = y - band_gap;
  return layout;
}

/// Copy what the bands show of the trace, which a picture may outlive.
void fill_bands(LanesLayout& layout, const LanesInput& input) {
  const trace::Steps& steps = input.subject.result->trace.steps;
  for (LanesLayout::Band& band : layout.bands) {
    for (const std::uint32_t step : input.warps->of(band.warp)) {
      band.steps.push_back(step);
      band.active.push_back(steps.active[step]);
      band.lines.push_back(line_of_step(input.subject, step));
    }
  }
}

Colour colour_of_step(const LanesLayout& layout, const Theme& theme, const LanesLayout::Band& band, std::size_t k) {
  if (band.active[k] == analysis::lanes_of_warp(band.warp, layout.threads_per_block)) return all_lanes_colour(theme);
  const auto line = std::ranges::find(layout.lines, band.lines[k], &LineColour::line);
  return line != layout.lines.end() ? line->colour : other_line_colour(theme);
}

/// A band, a pixel per point. In each column a lane has the colour of the first instruction that it took part in, as strong as
/// the share of the column's instructions that it took part in.
Image band_image(const LanesInput& input, const LanesLayout& layout, const LanesLayout::Band& band, const Theme& theme) {
  auto raster = std::make_shared<Raster>();
  raster->width = std::max(1u, static_cast<std::uint32_t>(band.at.width));
  raster->height = std::max(1u, static_cast<std::uint32_t>(band.at.height));
  raster->pixels.assign(std::size_t{raster->width} * raster->height, transparent);
  const double per_column = layout.axis.cycles / raster->width;
  const std::uint32_t present = analysis::lanes_of_warp(band.warp, layout.threads_per_block);
  for (std::uint32_t x = 0; x < raster->width; ++x) {
    const double begin = layout.axis.begin + x * per_column;
    const auto from = static_cast<std::size_t>(begin);
    const auto to = std::min(std::max(static_cast<std::size_t>(begin + per_column), from + 1), band.steps.size());
    if (from >= to) break;
    const std::size_t stride = std::max<std::size_t>((to - from) / samples, 1);
    std::uint32_t took[trace::lanes] = {}, looked = 0, by_any = 0;
    std::size_t first[trace::lanes] = {};
    for (std::size_t k = from; k < to; k += stride, ++looked) {
      by_any |= band.active[k];
      for (std::uint32_t rest = band.active[k]; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (took[lane]++ == 0) first[lane] = k;
      }
    }
    const float done = band.steps[from] < input.place ? 1.0f : 0.3f;
    for (std::uint32_t y = 0; y < raster->height; ++y) {
      const std::size_t lane = std::size_t{y} * trace::lanes / raster->height;
      Colour& pixel = raster->pixels[std::size_t{y} * raster->width + x];
      if ((present >> lane & 1) == 0) continue;
      const float share = static_cast<float>(took[lane]) / static_cast<float>(looked);
      pixel = by_any == 0       ? faded(no_lane_colour(theme), done)
              : took[lane] == 0 ? theme.panel
                                : faded(colour_of_step(layout, theme, band, first[lane]), done * std::max(share, 0.25f));
    }
  }
  return {band.at, 0, raster};
}

HotSpot lane_under(const LanesLayout& layout, const LanesInput& input, Point point) {
  for (const LanesLayout::Band& band : layout.bands) {
    if (!band.at.contains(point)) continue;
    const double at =
        layout.axis.begin + (point.x - layout.axis.left) / (layout.axis.right - layout.axis.left) * layout.axis.cycles;
    const auto k = static_cast<std::size_t>(std::max(at, 0.0));
    if (k >= band.steps.size()) return {};
    const auto lane = static_cast<std::uint32_t>((point.y - band.at.y) / band.at.height * trace::lanes);
    const std::uint32_t present = analysis::lanes_of_warp(band.warp, layout.threads_per_block);
    HotSpot spot;
    spot.at = band.at;
    spot.target.step = band.steps[k];
    if (lane < trace::lanes && (present >> lane & 1) != 0) spot.target.thread = layout.thread(band, lane);
    const std::string who = band.active[k] == present ? "all lanes" : lanes_words(band.active[k]);
    const std::string where = band.lines[k] > 0 ? fmt::format(", line {}", band.lines[k]) : "";
    spot.tooltip =
        fmt::format("Instruction {} of {}{}: {}", base::grouped(std::uint64_t{k + 1}), warp_name(input.subject, band.warp), where,
                    band.active[k] == 0 ? "no lane, as none met its condition" : who);
    return spot;
  }
  return {};
}

/// Where a step, or a thread's lane, is drawn.
std::optional<Rectangle> place_of_target(const LanesLayout& layout, const Target& target) {
  for (const LanesLayout::Band& band : layout.bands) {
    const float lane_height = band.at.height / trace::lanes;
    const std::uint64_t first = layout.thread(band, 0);
    const bool has_thread = target.thread != Target::none && target.thread >= first && target.thread < first + trace::lanes &&
                            target.thread / layout.threads_per_block == first / layout.threads_per_block;
    const float y = has_thread ? band.at.y + static_cast<float>(target.thread - first) * lane_height : band.at.y;
    const float height = has_thread ? lane_height : band.at.height;
    if (target.step != Target::none) {
      const auto found = std::ranges::lower_bound(band.steps, target.step);
      if (found == band.steps.end() || *found != target.step) continue;
      const float x = layout.axis.x(static_cast<double>(found - band.steps.begin()));
      if (x >= layout.axis.left && x <= layout.axis.right) return Rectangle{x, y, 0, height};
    } else if (has_thread) {
      return Rectangle{layout.axis.left, y, 0, height};
    }
  }
  return std::nullopt;
}

}  // namespace

Picture lanes_picture(const LanesInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (input.warps->warps() == 0) return {canvas.take(), [](Point) { return HotSpot{}; }};
  const auto layout = std::make_shared<LanesLayout>(lanes_layout(input, theme, width, height));
  fill_bands(*layout, input);
  const std::size_t warps = input.warps->warps();
  const std::size_t parted = first_warps(input).size();
  const bool sorted = parted > 0 && parted < warps;
  const std::string part =
      (layout->bands.size() < warps ? fmt::format(", {} of {}", layout->bands.size(), base::grouped(std::uint64_t{warps})) : "") +
      (sorted ? ", those that parted first" : "");
  const std::string across = "across: the warp's instructions · counted";
  const bool roomy = section_width("Lanes of each warp" + part) + text_width(across, smallest_text) + 16 <= width;
  const std::string unit = roomy ? across : "instructions";
  canvas.fitting_section({0, 14}, {"Lanes of each warp" + part, "Lanes" + part, "Lanes"},
                         width - text_width(unit, smallest_text) - 16);
  canvas.text({width, 14}, smallest_text, unit, theme.muted, Anchor::end);
  for (const LanesLayout::Band& band : layout->bands) {
    canvas.text({0, band.at.y + std::min(band.at.height / 2 + 5, 20.0f)}, lanes_label,
                fitting_warp_name(input.subject, band.warp, lanes_label, layout->axis.left - 8), theme.text);
    if (band.at.height >= 40) {
      const std::string count = base::grouped(std::uint64_t{band.steps.size()}), whole = count + " instructions";
      const bool fits = text_width(whole, smallest_text) <= layout->axis.left - 8;
      canvas.text({0, band.at.y + 40}, smallest_text, fits ? whole : count + " instr.", theme.muted);
    }
    canvas.image(band_image(input, *layout, band, theme));
    const std::uint64_t first = layout->thread(band, 0), thread = input.hover.thread;
    if (thread != Target::none && thread >= first && thread < first + trace::lanes)
      if (const auto place = place_of_target(*layout, {.thread = thread}))
        canvas.box({place->x, place->y, band.at.width, std::max(place->height, 2.0f)}, 1, transparent, theme.text, 1.5f);
  }
  draw_cycle_axis(canvas, layout->axis, layout->bottom + 4, width);
  draw_legend(canvas, {0, layout->bottom + legend_place}, width, lanes_legend(*layout, theme));
  Picture picture{canvas.take(), {}};
  picture.under = [layout, input](Point point) { return lane_under(*layout, input, point); };
  picture.place = [layout](const Target& target) { return place_of_target(*layout, target); };
  return picture;
}

void move_lanes(const LanesInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float drag_per_warp = 44;  // points
  if (input.warps->warps() == 0) return;
  const LanesLayout layout = lanes_layout(input, theme, size.width, size.height);
  const float wide = layout.axis.right - layout.axis.left;
  Timeline& time = navigation.timeline;
  float scrolled = gesture.drag.y;
  if (wheel_scrolls(gesture, input.warps->warps(), layout.bands.size(), layout.bottom))
    scrolled += gesture.wheel * drag_per_warp;
  else if (gesture.wheel != 0)
    zoom_time(time, (gesture.at.x - layout.axis.left) / wide, gesture.factor(), static_cast<double>(whole_instructions(input)));
  if (gesture.drag.x != 0) pan_time(time, gesture.drag.x / wide);
  scroll_rows(time, scrolled, input.warps->warps(), layout.bands.size(), drag_per_warp);
}

}  // namespace warplens::view
