#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "launch/recording/recording.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"

namespace warplens::view {

struct Material;

struct ProgramInput {
  std::shared_ptr<const launch::ProgramRecording> program;  ///< null: the run belongs to none
  std::uint32_t launch = launch::no_launch;                 ///< launch shown in the other views
  std::uint64_t place = Target::none;                       ///< calls done so far; none: all of them
  std::uint64_t hover = Target::none;                       ///< the call under the pointer
  float pan = 0, zoom = 1;                                  ///< of the time axis, as view::Timeline
  bool operator==(const ProgramInput&) const = default;
};
ProgramInput program_input(const Material& material);

/// The timeline of a recorded program: the host's calls in order; below them, over modelled or measured time, the host's waits,
/// the copies, the kernels of each stream, and the lifetime of each allocation. Where space runs out, neighbours are merged and
/// only the largest allocations are drawn. Minimum size: 500 × 400 points.
Picture program_picture(const ProgramInput& input, const Theme& theme, float width, float height);

/// State how the program spent its time.
Headline program_headline(const ProgramInput& input, const Theme& theme);

/// Describe the call under the pointer, else the last call done.
std::vector<Span> program_moment(const ProgramInput& input, const Theme& theme);

/// Move and zoom the time axis.
void move_program(const ProgramInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
