#include "view/streams/streams_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
#include "view/subject.h"
#include "view/sweep/plot_axis.h"

namespace warplens::view {
namespace {

using launch::StreamTask, launch::StreamPhase, launch::StreamTimeline, launch::StreamWay;

constexpr float title_height = 28, stream_label_size = 14, max_stream_row = 44, named_row = 17;

/// Heights around the rows, points.
struct StreamsAir {
  float title = title_height;  ///< of a group, with its section title
  float gap = 10;              ///< after a group
  float axis = 46;             ///< with its numbers, and its unit below them; else next to them
  bool short_words = false;    ///< in the legend
};
constexpr StreamsAir tight{.title = 25, .gap = 4, .axis = 26, .short_words = true};

Colour colour_of(const Theme& theme, StreamPhase phase) {
  return phase == StreamPhase::copy_in ? theme.read : phase == StreamPhase::kernel ? theme.good : theme.write;
}

std::string words_of(StreamPhase phase) {
  return phase == StreamPhase::copy_in ? "copy in" : phase == StreamPhase::kernel ? "kernel" : "copy out";
}

std::string row_name(std::uint32_t row) { return row == 0 ? "default" : "stream " + std::to_string(row); }

std::string milliseconds(double ms) { return fmt::format("{:.3g} ms", ms); }

double end_of(const StreamTimeline& timeline) {
  double end = 0;
  for (const StreamTask& task : timeline.tasks) end = std::max(end, task.end_ms);
  return end;
}

std::string title_of(const StreamTimeline& timeline) {
  const std::string streams = base::counted(std::uint64_t{timeline.streams}, "stream");
  const std::string what = timeline.way == StreamWay::default_stream ? "All in the default stream"
                           : timeline.way == StreamWay::kernels_in_default
                               ? "Copies in " + streams + ", kernels in the default stream"
                               : "All in " + streams;
  return fmt::format("{} · {}", what, milliseconds(end_of(timeline)));
}

std::string short_title_of(const StreamTimeline& timeline) {
  const char* const what = timeline.way == StreamWay::default_stream       ? "Default stream"
                           : timeline.way == StreamWay::kernels_in_default ? "Kernels in the default stream"
                                                                           : "All in streams";
  return fmt::format("{} · {}", what, milliseconds(end_of(timeline)));
}

/// One variant and the position of its rows.
struct Group {
  const StreamTimeline* timeline;
  std::vector<std::uint32_t> rows;  ///< streams that have tasks
  float top = 0;                    ///< of the first row

  std::size_t place(std::uint32_t row) const {
    return static_cast<std::size_t>(std::find(rows.begin(), rows.end(), row) - rows.begin());
  }
};

struct StreamsLayout {
  std::vector<Group> groups;
  StreamsAir air;
  float left = 0, right = 0, row_height = 0, bottom = 0;
  PlotAxis axis;

  float x(double ms) const { return left + static_cast<float>(axis.place(ms)) * (right - left); }
  Rectangle bar(const Group& group, const StreamTask& task, double from) const {
    const float y = group.top + static_cast<float>(group.place(task.row)) * row_height;
    const float begin = x(from);
    return {begin, y + row_height * 0.1f, std::max(x(task.end_ms) - begin, 1.0f), row_height * 0.8f};
  }
};

std::vector<LegendEntry> legend(const Theme& theme, const StreamsAir& air) {
  using Swatch = LegendEntry::Swatch;
  std::vector<LegendEntry> entries;
  for (const StreamPhase phase : {StreamPhase::copy_in, StreamPhase::kernel, StreamPhase::copy_out})
    entries.push_back({Swatch::square, colour_of(theme, phase), transparent, words_of(phase)});
  entries.push_back(
      {Swatch::square, faded(theme.soft, 0.25f), transparent,
       air.short_words ? "waits for another copy or kernel" : "waits: another copy that way, or another kernel, is not done"});
  entries.push_back({Swatch::disc, theme.text, transparent,
                     air.short_words ? "calls have returned" : "all calls have returned: the CPU is free"});
  return entries;
}

StreamsLayout streams_layout(const StreamsInput& input, const Theme& theme, float width, float height) {
  StreamsLayout layout;
  std::size_t rows = 0;
  std::vector<double> ends;
  for (const StreamTimeline& timeline : input.timelines) {
    std::set<std::uint32_t> used;
    for (const StreamTask& task : timeline.tasks) used.insert(task.row);
    layout.groups.push_back({&timeline, {used.begin(), used.end()}, 0});
    rows += used.size();
    ends.push_back(std::max(end_of(timeline), timeline.issued_ms));
  }
  const auto groups = static_cast<float>(layout.groups.size());
  const auto row_height = [&](const StreamsAir& air) {
    const float room = height - legend_height(legend(theme, air), width) - air.axis - groups * (air.title + air.gap);
    return room / static_cast<float>(std::max<std::size_t>(rows, 1));
  };
  // Where not every row has room for its name, all else stands closer.
  if (row_height(layout.air) < named_row) layout.air = tight;
  layout.row_height = std::clamp(row_height(layout.air), 4.0f, layout.air.short_words ? named_row : max_stream_row);
  layout.left = text_width("stream 8", stream_label_size) + 14;
  layout.right = width - 30;
  layout.axis = plot_axis(ends, false, false);
  float y = 0;
  for (Group& group : layout.groups) {
    group.top = y + layout.air.title;
    y = group.top + static_cast<float>(group.rows.size()) * layout.row_height + layout.air.gap;
  }
  layout.bottom = y;
  return layout;
}

void draw_group(Canvas& canvas, const StreamsLayout& layout, const Group& group) {
  const Theme& theme = canvas.theme();
  canvas.fitting_section({0, group.top - 10}, {title_of(*group.timeline), short_title_of(*group.timeline)}, canvas.width());
  // If rows are too low for their labels, label every second or third.
  const auto every = static_cast<std::size_t>(std::max(1.0f, std::ceil(named_row / layout.row_height)));
  for (std::size_t k = 0; k < group.rows.size(); ++k) {
    const float middle = group.top + (static_cast<float>(k) + 0.5f) * layout.row_height;
    canvas.line({layout.left, middle}, {layout.right, middle}, faded(theme.line, 0.7f), 1);
    if (k % every == 0)
      canvas.text({layout.left - 12, middle + 5}, stream_label_size, row_name(group.rows[k]), theme.soft, Anchor::end);
  }
  for (const StreamTask& task : group.timeline->tasks) {
    if (task.begin_ms > task.ready_ms) {
      Rectangle wait = layout.bar(group, task, task.ready_ms);
      wait.width = layout.x(task.begin_ms) - wait.x;
      canvas.box(wait, 1, faded(theme.soft, 0.25f));
    }
    canvas.box(layout.bar(group, task, task.begin_ms), 2, colour_of(theme, task.phase), faded(theme.background, 0.9f), 0.8f);
  }
  const float x = layout.x(group.timeline->issued_ms);
  const float bottom = group.top + static_cast<float>(group.rows.size()) * layout.row_height;
  const float top = group.top - (layout.air.short_words ? 2.0f : 4.0f);
  canvas.line({x, top}, {x, bottom}, theme.text, 1.5f, 4);
  canvas.disc({x, top}, 4, theme.text);
}

void draw_axis(Canvas& canvas, const StreamsLayout& layout) {
  const Theme& theme = canvas.theme();
  canvas.line({layout.left, layout.bottom}, {layout.right, layout.bottom}, theme.muted, 1.5f);
  const bool measured = layout.groups.front().timeline->origin == launch::TimeOrigin::measured,
             unit_at_end = layout.air.short_words;
  const std::string unit = unit_at_end ? (measured ? "ms, measured" : "ms, modelled")
                                       : (measured ? "milliseconds, measured by GPU events" : "milliseconds, modelled");
  const float unit_right = unit_at_end ? canvas.width() : layout.right;
  canvas.text({unit_right, layout.bottom + (unit_at_end ? 20.0f : 38.0f)}, smallest_text, unit, theme.muted, Anchor::end);
  const float free_to = unit_at_end ? unit_right - text_width(unit, smallest_text) - 12 : canvas.width();
  for (const Tick& tick : plot_ticks(layout.axis, std::clamp(static_cast<int>((layout.right - layout.left) / 90), 2, 12))) {
    const float x = layout.x(tick.value);
    canvas.line({x, layout.bottom}, {x, layout.bottom + 5}, theme.muted, 1);
    if (x + text_width(tick.words, smallest_text, Face::mono) / 2 <= free_to)
      canvas.text({x, layout.bottom + 20}, smallest_text, tick.words, theme.muted, Anchor::middle, Face::mono);
  }
}

std::string why_nothing(const StreamsInput& input) {
  return (input.note.empty() ? "This launch was not run in streams" : capitalised(input.note)) + ".";
}

}  // namespace

Picture streams_picture(const StreamsInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (input.timelines.empty()) {
    canvas.section({0, 14}, "Streams", width);
    float y = title_height + 20;
    const char* const words =
        "Where it has run in streams, a row for each of them stands here, with a bar for each copy in, kernel and copy out, and "
        "milliseconds across. What the kernel does, the other views show.";
    for (auto& line : wrap({Span{words, theme.muted, Face::regular}}, 16, width)) {
      canvas.text({0, y}, 16, std::move(line));
      y += 24;
    }
    return {canvas.take(), [](Point) { return HotSpot{}; }};
  }
  const auto layout = std::make_shared<const StreamsLayout>(streams_layout(input, theme, width, height));
  for (const Group& group : layout->groups) draw_group(canvas, *layout, group);
  draw_axis(canvas, *layout);
  draw_legend(canvas, {0, layout->bottom + layout->air.axis}, width, legend(theme, layout->air));

  std::vector<HotSpot> spots;
  for (const Group& group : layout->groups)
    for (const StreamTask& task : group.timeline->tasks)
      spots.push_back({layout->bar(group, task, task.begin_ms),
                       {},
                       fmt::format("Part {} in {}: {}, {:.4g} to {:.4g} ms, {}", task.part + 1,
                                   task.row == 0 ? "the default stream" : row_name(task.row), words_of(task.phase), task.begin_ms,
                                   task.end_ms, name(group.timeline->origin))});
  return {canvas.take(), [spots = std::move(spots)](Point point) { return hot_spot_at(spots, point); }};
}

Headline streams_headline(const StreamsInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](std::string words) { headline.title = {{std::move(words), theme.text, Face::semibold}}; };
  const auto find = [&](StreamWay way) -> const StreamTimeline* {
    for (const StreamTimeline& timeline : input.timelines)
      if (timeline.way == way) return &timeline;
    return nullptr;
  };
  const StreamTimeline* const one = find(StreamWay::default_stream);
  const StreamTimeline* const many = find(StreamWay::own_streams);
  if (one == nullptr || many == nullptr) {
    title("This launch was not divided into streams.");
    headline.detail = {{why_nothing(input), theme.muted, Face::regular}};
    return headline;
  }
  title(fmt::format("{}: {}; the default stream: {}.", capitalised(base::counted(std::uint64_t{many->streams}, "stream")),
                    milliseconds(end_of(*many)), milliseconds(end_of(*one))));
  std::string detail = fmt::format("{} The calls for all of it had returned after {}.",
                                   many->streams == 1 ? "What is in one stream runs in order, one after the other."
                                                      : "Copies and kernels of different streams can run at the same time.",
                                   milliseconds(many->issued_ms));
  for (const StreamTimeline& timeline : input.timelines)
    if (!timeline.same_outputs)
      detail += " The results are not those of the launch as a whole: this kernel does not work part by part.";
  headline.detail = {{std::move(detail), theme.muted, Face::regular}};
  headline.origin = many->origin == launch::TimeOrigin::measured ? launch::Origin::measured : launch::Origin::modelled;
  return headline;
}

StreamsInput streams_input(const Material& material) {
  return {{material.streams.begin(), material.streams.end()}, material.streams_note};
}

}  // namespace warplens::view
