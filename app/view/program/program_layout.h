#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "view/program/program_picture.h"
#include "view/sweep/plot_axis.h"

namespace warplens::view {

/// The activity of a call, which determines its colour. Several calls in one shape get the colour of the first in this order.
enum class Activity : std::uint8_t { kernel, copy_in, copy_out, on_device, memory, wait, other };

/// One shape for a call, or for neighbouring calls without enough room.
struct ProgramBar {
  Rectangle at;
  std::vector<std::uint32_t> calls;     ///< never empty
  Activity activity = Activity::other;  ///< in the host's row: `wait` if the host waited, else the requested work

  /// The first of the calls.
  std::uint32_t first() const { return *std::ranges::min_element(calls); }
  bool has(std::uint64_t call) const { return std::ranges::find(calls, call) != calls.end(); }
};

/// A row on the time axis: the host, the copies in one direction, or the kernels of one stream.
struct ProgramLane {
  std::string label;
  float top = 0;
  std::vector<ProgramBar> bars;
};

/// A row of the memory section.
struct AllocationBar {
  std::uint32_t allocation = 0;
  Rectangle at;  ///< width 0: outside of the visible time
};

/// Geometry, in points of the drawing.
struct ProgramLayout {
  float left = 0, right = 0;
  double begin_ms = 0, end_ms = 1;  ///< visible time
  Rectangle strip;                  ///< the calls in their order
  std::vector<ProgramBar> cells;    ///< shapes in the strip
  float time_top = 0;               ///< baseline of the title above the lanes
  std::vector<ProgramLane> lanes;
  float lane_height = 0;
  float memory_top = 0;  ///< baseline of the title above the allocations
  std::vector<AllocationBar> allocations;
  std::uint64_t allocations_left_out = 0, streams_left_out = 0;
  float axis = 0;    ///< y of the axis of time
  float legend = 0;  ///< top of the legend
  std::string unit;  ///< unit of the axis: "microseconds"
  double per_ms = 1;

  float x(double ms) const { return left + static_cast<float>((ms - begin_ms) / (end_ms - begin_ms)) * (right - left); }
};

Activity activity_of(const launch::RecordedCall& call);

/// The layout of an input that has a program; `legend_height`: of the legend below.
ProgramLayout program_layout(const ProgramInput& input, float width, float height, float legend_height);

}  // namespace warplens::view
