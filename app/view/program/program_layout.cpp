#include "view/program/program_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analysis/totals.h"
#include "launch/recording/recording.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/program/program_text.h"

namespace warplens::view {
namespace {

using launch::ProgramRecording, launch::RecordedCall;
using Kind = RecordedCall::Kind;
using Direction = RecordedCall::Direction;

constexpr float room_of_title = 28, room_of_strip = 30, room_between = 34, room_of_axis = 48;
constexpr float lowest_row = 18, tallest_row = 42, narrowest_cell = 4, widest_label = 150;

/// The calls of a lane, in their order.
struct LaneCalls {
  std::string label;
  std::vector<std::uint32_t> calls;
  bool of_host = false;
};

std::string stream_name(std::uint32_t stream) { return stream == 0 ? "default" : "stream " + std::to_string(stream); }

/// The lanes of a program: at most `max_streams` of kernels.
std::vector<LaneCalls> lanes_of(const ProgramRecording& program, std::size_t max_streams, std::uint64_t& left_out) {
  LaneCalls host{"host", {}, true}, in{"copy in", {}}, out{"copy out", {}}, device{"on device", {}};
  std::map<std::uint32_t, std::vector<std::uint32_t>> kernels;  // by stream
  for (std::uint32_t number = 0; number < program.calls.size(); ++number) {
    const RecordedCall& call = program.calls[number];
    host.calls.push_back(number);
    const Activity activity = activity_of(call);
    if (call.end_ms <= call.begin_ms) continue;
    if (activity == Activity::copy_in) in.calls.push_back(number);
    if (activity == Activity::copy_out) out.calls.push_back(number);
    if (activity == Activity::on_device) device.calls.push_back(number);
    if (activity == Activity::kernel) kernels[call.stream].push_back(number);
  }
  std::vector<LaneCalls> lanes{std::move(host)};
  for (LaneCalls* lane : {&in, &out, &device})
    if (!lane->calls.empty()) lanes.push_back(std::move(*lane));
  left_out = kernels.size() > max_streams ? kernels.size() - max_streams + 1 : 0;
  const std::size_t own = kernels.size() - left_out;
  LaneCalls others{fmt::format("{} more", left_out), {}};
  std::size_t k = 0;
  for (auto& [stream, calls] : kernels) {
    if (k++ < own)
      lanes.push_back({kernels.size() == 1 && stream == 0 ? "kernels" : stream_name(stream), std::move(calls)});
    else
      others.calls.insert(others.calls.end(), calls.begin(), calls.end());
  }
  if (left_out > 0) {
    std::ranges::sort(others.calls);
    lanes.push_back(std::move(others));
  }
  return lanes;
}

/// From when to when a call is drawn in a lane.
std::pair<double, double> time_of(const RecordedCall& call, bool of_host) {
  return of_host ? std::pair(call.called_ms, call.returned_ms) : std::pair(call.begin_ms, call.end_ms);
}

/// The visible calls of a lane; those that would be too narrow to be told apart are one bar.
std::vector<ProgramBar> bars_of(const ProgramRecording& program, const LaneCalls& lane, const ProgramLayout& layout, float top) {
  constexpr float narrow = 3;
  std::vector<std::uint32_t> calls = lane.calls;
  std::ranges::stable_sort(calls, {}, [&](std::uint32_t call) { return time_of(program.calls[call], lane.of_host).first; });
  std::vector<ProgramBar> bars;
  for (const std::uint32_t number : calls) {
    const RecordedCall& call = program.calls[number];
    const auto [begin, end] = time_of(call, lane.of_host);
    if (end < layout.begin_ms || begin > layout.end_ms) continue;
    const float from = std::max(layout.x(begin), layout.left);
    const float to = std::min(std::max(layout.x(end), from + 2), layout.right);
    const Rectangle at{std::min(from, layout.right - 2), top, std::max(to - from, 2.0f), layout.lane_height - 3};
    const Activity activity = lane.of_host && analysis::waited_ms(call) > 0 ? Activity::wait : activity_of(call);
    ProgramBar* const last = bars.empty() ? nullptr : &bars.back();
    const bool joins = last != nullptr && at.width < narrow && (last->at.width < narrow || last->calls.size() > 1) &&
                       at.x <= last->at.x + last->at.width + 1 &&
                       (activity == Activity::wait) == (last->activity == Activity::wait);
    if (joins) {
      last->at.width = std::max(last->at.width, at.x + at.width - last->at.x);
      last->activity = std::min(last->activity, activity);
      last->calls.push_back(number);
    } else {
      bars.push_back({at, {number}, activity});
    }
  }
  return bars;
}

std::vector<ProgramBar> cells_of(const ProgramRecording& program, const Rectangle& strip) {
  std::vector<ProgramBar> cells;
  const auto calls = static_cast<std::uint32_t>(program.calls.size());
  const auto fit = static_cast<std::uint32_t>(std::max(strip.width / narrowest_cell, 1.0f));
  const std::uint32_t each = std::max((calls + fit - 1) / fit, 1u);
  const float wide = strip.width * static_cast<float>(each) / static_cast<float>(std::max(calls, 1u));
  for (std::uint32_t first = 0; first < calls; first += each) {
    const std::uint32_t count = std::min(each, calls - first);
    ProgramBar cell;
    for (std::uint32_t call = first; call < first + count; ++call) {
      cell.calls.push_back(call);
      cell.activity = std::min(cell.activity, activity_of(program.calls[call]));
    }
    const float x = strip.x + wide * static_cast<float>(first / each);
    const float width = std::min(wide, strip.x + strip.width - x);
    cell.at = {x, strip.y, std::max(width - (width > 6 ? 1.5f : 0.0f), 1.0f), strip.height};
    cells.push_back(std::move(cell));
  }
  return cells;
}

/// The allocations that may be drawn: what the program allocated, and variables unless they are a compiler's or a library's own:
/// those have names with $, or hold nothing (one byte) and no call touches them.
std::vector<std::uint32_t> drawable(const ProgramRecording& program) {
  std::set<std::uint32_t> touched;
  for (const RecordedCall& call : program.calls) touched.insert({call.to, call.from});
  std::vector<std::uint32_t> all;
  for (std::uint32_t k = 0; k < program.allocations.size(); ++k) {
    const launch::RecordedAllocation& memory = program.allocations[k];
    const bool own =
        !analysis::is_variable(memory) || touched.contains(k) || (memory.bytes > 1 && memory.name.find('$') == std::string::npos);
    if (own) all.push_back(k);
  }
  return all;
}

/// The largest of these allocations, in the order in which they were made.
std::vector<std::uint32_t> largest(const ProgramRecording& program, std::vector<std::uint32_t> all, std::size_t most) {
  std::ranges::stable_sort(all, std::ranges::greater(), [&](std::uint32_t k) { return program.allocations[k].bytes; });
  if (all.size() > most) all.resize(most);
  std::ranges::sort(all);
  return all;
}

/// When the memory that a kernel allocated was first there: with the first launch that could use it.
double first_seen(const ProgramRecording& program, std::uint32_t allocation) {
  for (const launch::RecordedLaunch& launch : program.launches)
    if (std::ranges::find(launch.blocks, allocation, &launch::RecordedLaunch::Block::allocation) != launch.blocks.end() &&
        launch.call < program.calls.size())
      return program.calls[launch.call].begin_ms;
  return 0;
}

Rectangle bar_of(const ProgramRecording& program, std::uint32_t allocation, const ProgramLayout& layout, double end_ms,
                 float top) {
  const launch::RecordedAllocation& memory = program.allocations[allocation];
  const auto time = [&](std::uint32_t call, double otherwise) {
    return call < program.calls.size() ? program.calls[call].returned_ms : otherwise;
  };
  const bool heap = memory.kind == launch::RecordedAllocation::Kind::heap;
  const double begin = time(memory.allocated, heap ? first_seen(program, allocation) : 0), end = time(memory.freed, end_ms);
  if (end < layout.begin_ms || begin > layout.end_ms) return {layout.left, top, 0, 0};
  const float from = std::clamp(layout.x(begin), layout.left, layout.right - 2);
  const float to = std::clamp(layout.x(end), from + 2, layout.right);
  return {from, top, to - from, layout.lane_height - 3};
}

}  // namespace

Activity activity_of(const RecordedCall& call) {
  switch (call.kind) {
    case Kind::copy:
      if (call.direction == Direction::on_host) return Activity::other;
      return call.direction == Direction::to_device ? Activity::copy_in
             : call.direction == Direction::to_host ? Activity::copy_out
                                                    : Activity::on_device;
    case Kind::set:
      return Activity::on_device;
    case Kind::launch:
      return Activity::kernel;
    case Kind::wait:
      return Activity::wait;
    case Kind::allocate:
    case Kind::free:
      return Activity::memory;
    case Kind::other:
      break;
  }
  return Activity::other;
}

ProgramLayout program_layout(const ProgramInput& input, float width, float height, float legend_height) {
  const ProgramRecording& program = *input.program;
  ProgramLayout layout;
  const double end = std::max(analysis::program_totals(program).end_ms, 1e-6);
  layout.begin_ms = input.pan * end;
  layout.end_ms = layout.begin_ms + end / std::max(input.zoom, 1.0f);
  layout.per_ms = layout.end_ms - layout.begin_ms < 1 ? 1000 : layout.end_ms - layout.begin_ms < 10'000 ? 1 : 0.001;
  layout.unit = layout.per_ms > 1 ? "microseconds" : layout.per_ms == 1 ? "milliseconds" : "seconds";

  // As many rows as there is room for: the host and the copies, then up to half of the rest for streams, then allocations.
  const float fixed =
      room_of_title + room_of_strip + room_between + room_of_title - 10 + room_between + room_of_axis + legend_height;
  const auto room = static_cast<std::size_t>(std::max((height - fixed) / lowest_row, 4.0f));
  std::vector<std::uint32_t> own = drawable(program);
  const std::size_t wanted = own.size();
  const std::size_t for_memory = std::min(wanted, std::max<std::size_t>(room / 3, 1));
  const std::size_t before = lanes_of(program, 1, layout.streams_left_out).size() - 1;  // without kernels
  const std::size_t max_streams = room > before + for_memory + 1 ? room - before - for_memory : 1;
  std::vector<LaneCalls> lanes = lanes_of(program, max_streams, layout.streams_left_out);
  const std::vector<std::uint32_t> allocations =
      largest(program, std::move(own), std::max<std::size_t>(room > lanes.size() ? room - lanes.size() : 0, 1));
  layout.allocations_left_out = wanted - allocations.size();
  const auto rows = static_cast<float>(lanes.size() + std::max<std::size_t>(allocations.size(), 1));
  layout.lane_height = std::clamp((height - fixed) / rows, lowest_row - 2, tallest_row);

  const std::vector<std::string> names = launch::allocation_names(program);
  float widest = text_width("on device", smallest_text);
  for (const LaneCalls& lane : lanes) widest = std::max(widest, text_width(lane.label, smallest_text));
  for (const std::uint32_t k : allocations) widest = std::max(widest, text_width(names[k], smallest_text, Face::mono));
  layout.left = std::min({widest, widest_label, width * 0.25f}) + 14;
  layout.right = width - 16;

  layout.strip = {layout.left, room_of_title, layout.right - layout.left, room_of_strip};
  layout.cells = cells_of(program, layout.strip);
  layout.time_top = room_of_title + room_of_strip + room_between;
  float y = layout.time_top + 12;
  for (const LaneCalls& lane : lanes) {
    layout.lanes.push_back({lane.label, y, bars_of(program, lane, layout, y)});
    y += layout.lane_height;
  }
  layout.memory_top = y + room_between - 8;
  y = layout.memory_top + 12;
  for (const std::uint32_t k : allocations) {
    layout.allocations.push_back({k, bar_of(program, k, layout, end, y)});
    y += layout.lane_height;
  }
  if (allocations.empty()) y += layout.lane_height;
  layout.axis = y + 4;
  layout.legend = layout.axis + room_of_axis;
  return layout;
}

void move_program(const ProgramInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  if (!input.program) return;
  const ProgramLayout layout = program_layout(input, size.width, size.height, 0);
  const float wide = std::max(layout.right - layout.left, 1.0f);
  constexpr double per_ms = 1e6;  // up to 8 ns are visible
  const double whole = std::max(analysis::program_totals(*input.program).end_ms * per_ms, 8.0);
  if (gesture.wheel != 0) zoom_time(navigation.timeline, (gesture.at.x - layout.left) / wide, gesture.factor(), whole);
  if (gesture.drag.x != 0) pan_time(navigation.timeline, gesture.drag.x / wide);
}

}  // namespace warplens::view
