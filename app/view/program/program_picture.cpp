#include "view/program/program_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/totals.h"
#include "base/number_format.h"
#include "launch/recording/recording.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
#include "view/program/program_layout.h"
#include "view/program/program_text.h"

namespace warplens::view {
namespace {

using launch::ProgramRecording, launch::RecordedCall;

Colour colour_of(const Theme& theme, Activity activity) {
  switch (activity) {
    case Activity::copy_in:
      return theme.read;
    case Activity::kernel:
      return theme.good;
    case Activity::copy_out:
      return theme.write;
    case Activity::on_device:
      return theme.atomic;
    case Activity::wait:
      return faded(theme.soft, 0.3f);
    case Activity::memory:
      return faded(theme.accent, 0.55f);
    case Activity::other:
      break;
  }
  return faded(theme.soft, 0.55f);
}

/// Black or white, whichever is read on the colour over the theme's background.
Colour ink_on(const Theme& theme, Colour fill) {
  const auto over = [&](std::uint8_t above, std::uint8_t below) {
    return static_cast<std::uint8_t>((above * fill.a + below * (255 - fill.a)) / 255);
  };
  const Colour seen{over(fill.r, theme.background.r), over(fill.g, theme.background.g), over(fill.b, theme.background.b)};
  constexpr Colour black{16, 18, 22}, white{255, 255, 255};
  return contrast(seen, black) > contrast(seen, white) ? black : white;
}

bool has_failed(const RecordedCall& call) { return !call.error.empty(); }

std::vector<LegendEntry> legend(const ProgramInput& input, const Theme& theme) {
  using Swatch = LegendEntry::Swatch;
  const ProgramRecording& program = *input.program;
  std::vector<LegendEntry> entries;
  const auto add = [&](Activity activity, const char* words) {
    entries.push_back({Swatch::square, colour_of(theme, activity), transparent, words});
  };
  const auto any = [&](Activity activity) {
    return std::ranges::any_of(program.calls, [&](const auto& c) { return activity_of(c) == activity; });
  };
  if (any(Activity::copy_in)) add(Activity::copy_in, "copy in");
  if (any(Activity::kernel)) add(Activity::kernel, "kernel");
  if (any(Activity::copy_out)) add(Activity::copy_out, "copy out");
  if (any(Activity::on_device)) add(Activity::on_device, "copy or set on the device");
  if (any(Activity::wait) || std::ranges::any_of(program.calls, [](const auto& c) { return analysis::waited_ms(c) > 0; }))
    add(Activity::wait, "the host waits");
  if (!program.allocations.empty()) add(Activity::memory, "memory");
  if (any(Activity::other)) add(Activity::other, "other calls");
  if (input.launch < program.launches.size())
    entries.push_back({Swatch::square, transparent, theme.text, "the launch that the other views show"});
  const bool kept = std::ranges::all_of(program.launches, [](const auto& launch) { return launch.not_kept.empty(); });
  if (!kept) entries.push_back({Swatch::square, faded(theme.good, 0.35f), transparent, "a kernel that cannot be opened"});
  if (std::ranges::any_of(program.allocations, analysis::is_never_freed))
    entries.push_back({Swatch::square, faded(theme.accent, 0.55f), theme.wrong, "never freed"});
  if (std::ranges::any_of(program.calls, has_failed))
    entries.push_back({Swatch::square, transparent, theme.wrong, "a call that failed"});
  if (!program.findings.empty()) entries.push_back({Swatch::disc, theme.wrong, transparent, "something was found"});
  return entries;
}

/// Draws a program and collects what answers the pointer.
class Drawer {
 public:
  Drawer(Canvas& canvas, const ProgramInput& input, const ProgramLayout& layout)
      : canvas_(canvas),
        theme_(canvas.theme()),
        input_(input),
        program_(*input.program),
        layout_(layout),
        names_(launch::allocation_names(program_)) {}

  void draw() {
    draw_strip();
    draw_axis();
    draw_lanes();
    draw_memory();
    draw_moment();
  }
  std::vector<HotSpot> take_spots() { return std::move(spots_); }

 private:
  bool has_happened(std::uint32_t call) const { return call < input_.place; }
  bool is_shown(const ProgramBar& bar) const {
    return input_.launch < program_.launches.size() && bar.has(program_.launches[input_.launch].call);
  }
  bool can_be_opened(std::uint32_t call) const {
    const std::uint32_t launch = program_.calls[call].launch;
    return launch >= program_.launches.size() || program_.launches[launch].not_kept.empty();
  }

  Colour fill_of(const ProgramBar& bar) const {
    Colour colour = colour_of(theme_, bar.activity);
    if (bar.activity == Activity::kernel && bar.calls.size() == 1 && !can_be_opened(bar.calls.front()))
      colour = faded(colour, 0.35f);
    return has_happened(bar.first()) ? colour : faded(colour, 0.3f);
  }

  void draw_bar(const ProgramBar& bar, float radius) {
    const bool shown = is_shown(bar) && bar.activity == Activity::kernel;
    const bool hovered = bar.has(input_.hover);
    canvas_.box(bar.at, std::min(radius, bar.at.width / 3), fill_of(bar),
                hovered ? theme_.accent
                : shown ? theme_.text
                        : transparent,
                shown || hovered ? 2.0f : 0.0f);
  }

  void add_spot(const ProgramBar& bar, std::string words) {
    HotSpot spot{bar.at, {}, std::move(words)};
    spot.target.call = bar.first();
    spots_.push_back(std::move(spot));
  }

  std::string words_of(const ProgramBar& bar) const {
    std::string text = call_sentence(program_, names_, bar.first());
    if (const std::string found = findings_at(program_, bar.first()); !found.empty()) text += " " + found;
    if (bar.calls.size() == 1) return text;
    return fmt::format("{} side by side; the first: {}", base::counted(std::uint64_t{bar.calls.size()}, "call"), text);
  }

  /// A call's name, or as much of it as has room in `width` points; "" where that is too little to tell.
  static std::string fitting_name(const launch::RecordedCall& call, float width) {
    constexpr std::size_t least = 4;  // letters that tell
    std::string name = short_name(call);
    if (text_width(name, smallest_text) < width) return name;
    for (std::size_t letters = name.size(); letters-- > least;) {
      const bool between = (static_cast<unsigned char>(name[letters]) & 0xC0u) != 0x80u;  // not within a letter of UTF-8
      if (std::string cut = name.substr(0, letters) + "…"; between && text_width(cut, smallest_text) < width) return cut;
    }
    return "";
  }

  void draw_strip() {
    canvas_.section({0, 14},
                    fmt::format("Calls of the host, in their order · {}", base::grouped(std::uint64_t{program_.calls.size()})),
                    canvas_.width());
    canvas_.text({0, layout_.strip.y + layout_.strip.height / 2 + 5}, smallest_text, "calls", theme_.soft);
    for (const ProgramBar& cell : layout_.cells) {
      draw_bar(cell, 3);
      if (std::ranges::any_of(cell.calls, [&](std::uint32_t call) { return has_failed(program_.calls[call]); }))
        canvas_.box(cell.at, std::min(3.0f, cell.at.width / 3), transparent, theme_.wrong, 2);
      const std::string name = cell.calls.size() == 1 ? fitting_name(program_.calls[cell.first()], cell.at.width - 8) : "";
      if (!name.empty())
        canvas_.text({cell.at.x + cell.at.width / 2, cell.at.y + cell.at.height / 2 + 5}, smallest_text, name,
                     ink_on(theme_, fill_of(cell)), Anchor::middle);
      add_spot(cell, words_of(cell));
    }
    for (const launch::RecordedFinding& finding : program_.findings)
      for (const ProgramBar& cell : layout_.cells)
        if (cell.has(finding.call))
          canvas_.disc({cell.at.x + cell.at.width / 2, cell.at.y + cell.at.height + 8}, 4.5f, theme_.wrong);
  }

  /// A line at one time, which leaves the sections' titles out.
  void draw_time(float x, float bottom, Colour colour, float width) {
    canvas_.line({x, layout_.time_top + 10}, {x, layout_.lanes.back().top + layout_.lane_height}, colour, width);
    canvas_.line({x, layout_.memory_top + 10}, {x, bottom}, colour, width);
  }

  void draw_axis() {
    const float bottom = layout_.axis;
    const PlotAxis axis{layout_.begin_ms * layout_.per_ms, layout_.end_ms * layout_.per_ms, false};
    for (const Tick& tick : plot_ticks(axis, std::clamp(static_cast<int>((layout_.right - layout_.left) / 90), 2, 12))) {
      const float x = layout_.x(tick.value / layout_.per_ms);
      if (x < layout_.left - 0.5f || x > layout_.right + 0.5f) continue;
      draw_time(x, bottom + 5, faded(theme_.line, 0.7f), 1);
      const float half = text_width(tick.words, smallest_text, Face::mono) / 2;
      if (x + half < canvas_.width())
        canvas_.text({x, bottom + 20}, smallest_text, tick.words, theme_.muted, Anchor::middle, Face::mono);
    }
    canvas_.line({layout_.left, bottom}, {layout_.right, bottom}, theme_.muted, 1.5f);
    canvas_.text({layout_.right, bottom + 38}, smallest_text, layout_.unit + (program_.measured ? ", measured" : ", modelled"),
                 theme_.muted, Anchor::end);
  }

  void draw_lanes() {
    const std::string more = layout_.streams_left_out > 0
                                 ? fmt::format(", {} in one row", base::counted(layout_.streams_left_out, "stream"))
                                 : std::string();
    canvas_.section({0, layout_.time_top}, "When it took place" + more, canvas_.width());
    for (const ProgramLane& lane : layout_.lanes) {
      const float middle = lane.top + (layout_.lane_height - 3) / 2;
      canvas_.line({layout_.left, middle}, {layout_.right, middle}, faded(theme_.line, 0.7f), 1);
      canvas_.text({layout_.left - 12, middle + 5}, smallest_text, fit_text(lane.label, smallest_text, layout_.left - 12),
                   theme_.soft, Anchor::end);
      for (const ProgramBar& bar : lane.bars) {
        draw_bar(bar, 2);
        add_spot(bar, words_of(bar));
      }
      draw_shown(lane);
    }
  }

  /// The shown launch stands out, also among neighbours that are one bar.
  void draw_shown(const ProgramLane& lane) {
    for (const ProgramBar& bar : lane.bars)
      if (bar.calls.size() > 1 && bar.activity == Activity::kernel && is_shown(bar)) {
        const RecordedCall& call = program_.calls[program_.launches[input_.launch].call];
        const float x = std::clamp(layout_.x(call.begin_ms), bar.at.x, bar.at.x + bar.at.width - 2);
        canvas_.box({x, bar.at.y, 3, bar.at.height}, 1, theme_.text);
      }
  }

  void draw_memory() {
    const std::size_t drawn = layout_.allocations.size();
    std::string title = "Memory, from its allocation until it is freed";
    if (const std::uint64_t wanted = drawn + layout_.allocations_left_out; wanted > drawn) {
      const auto allocations = std::ranges::count_if(program_.allocations, std::not_fn(analysis::is_variable));
      const bool variables = wanted > static_cast<std::uint64_t>(allocations);
      title = fmt::format("Memory · the {} of {}", drawn == 1 ? "largest" : base::grouped(std::uint64_t{drawn}) + " largest",
                          variables ? base::grouped(wanted) + " allocations and variables" : base::counted(wanted, "allocation"));
    }
    canvas_.section({0, layout_.memory_top}, title, canvas_.width());
    if (drawn == 0) canvas_.text({layout_.left, layout_.memory_top + 12 + 16}, smallest_text, "none was allocated", theme_.muted);
    for (const AllocationBar& bar : layout_.allocations) draw_allocation(bar);
  }

  void draw_allocation(const AllocationBar& bar) {
    const launch::RecordedAllocation& memory = program_.allocations[bar.allocation];
    const float middle = bar.at.y + (layout_.lane_height - 3) / 2;
    canvas_.text({layout_.left - 12, middle + 5}, smallest_text,
                 fit_text(names_[bar.allocation], smallest_text, layout_.left - 12, Face::mono), theme_.soft, Anchor::end,
                 Face::mono);
    if (bar.at.width <= 0) return;
    const bool leaks = analysis::is_never_freed(memory), variable = analysis::is_variable(memory);
    const bool there = memory.allocated == launch::no_call || has_happened(memory.allocated);
    const Colour fill = faded(colour_of(theme_, Activity::memory), (variable ? 0.5f : 1.0f) * (there ? 1.0f : 0.3f));
    canvas_.box(bar.at, 3, fill, leaks ? theme_.wrong : transparent, leaks ? 1.5f : 0.0f);
    const std::string size = memory_size(memory.bytes);
    for (const std::string& words : {leaks ? size + ", never freed" : variable ? size + ", a variable" : size, size}) {
      if (text_width(words, smallest_text) + 16 > bar.at.width) continue;
      canvas_.text({bar.at.x + 8, middle + 5}, smallest_text, words, ink_on(theme_, fill));
      break;
    }
    HotSpot spot{bar.at, {}, allocation_sentence(program_, names_, bar.allocation)};
    if (memory.allocated < program_.calls.size()) spot.target.call = memory.allocated;
    spots_.push_back(std::move(spot));
  }

  /// Where the host is, between the call that has returned last and the next.
  void draw_moment() {
    if (input_.place >= program_.calls.size()) return;
    const double now = program_.calls[input_.place].called_ms;
    for (const ProgramBar& cell : layout_.cells)
      if (cell.has(input_.place))
        canvas_.line({cell.at.x - 0.5f, layout_.strip.y - 4}, {cell.at.x - 0.5f, layout_.strip.y + layout_.strip.height + 4},
                     theme_.accent, 2);
    if (now < layout_.begin_ms || now > layout_.end_ms) return;
    const float x = layout_.x(now);
    draw_time(x, layout_.axis, theme_.accent, 2);
  }

  Canvas& canvas_;
  const Theme& theme_;
  const ProgramInput& input_;
  const ProgramRecording& program_;
  const ProgramLayout& layout_;
  std::vector<std::string> names_;
  std::vector<HotSpot> spots_;
};

Picture nothing(const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  canvas.section({0, 14}, "Program", width);
  const char* const words =
      "Of a recorded program, a row of its calls stands here, and below it when copies were made and kernels ran, and how long "
      "memory was allocated.";
  float y = 48;
  for (auto& line : wrap({Span{words, theme.muted, Face::regular}}, 16, width)) {
    canvas.text({0, y}, 16, std::move(line));
    y += 24;
  }
  return {canvas.take(), [](Point) { return HotSpot{}; }};
}

}  // namespace

Picture program_picture(const ProgramInput& input, const Theme& theme, float width, float height) {
  if (!input.program) return nothing(theme, width, height);
  Canvas canvas(theme, width, height);
  const std::vector<LegendEntry> entries = legend(input, theme);
  const ProgramLayout layout = program_layout(input, width, height, legend_height(entries, width));
  Drawer drawer(canvas, input, layout);
  drawer.draw();
  draw_legend(canvas, {0, layout.legend}, width, entries);
  return {canvas.take(), [spots = drawer.take_spots()](Point point) { return hot_spot_at(spots, point); }};
}

ProgramInput program_input(const Material& material) {
  const Timeline& timeline = material.navigation.timeline;
  return {material.program, material.program_launch, material.program_place, material.hover.call, timeline.pan, timeline.zoom};
}

}  // namespace warplens::view
