#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lesson/lesson.h"

namespace warplens::cli {

/// Durations of a film's parts, in seconds; the frame rate in frames per second.

/// Number of words to read: text separated by blanks, including code.
std::uint64_t words_of(std::span<const lesson::Block> blocks);
/// Number of words of a step before its task is done: title, text and task.
std::uint64_t words_of(const lesson::Step& step);

/// 0.375 s a word, at least 4 s: the slower end of what subtitles are given, 160 words a minute (BBC Subtitle Guidelines, section
/// "Target minimum timing"), because whoever reads looks at a picture, too.
double reading_time(std::uint64_t words);

/// Frames that show something for that time, rounded up, at least one.
std::uint64_t frames_of(double seconds, std::uint32_t rate);

/// The scroll positions, in pixels, that together show a text of `height` pixels in a window of `shown` pixels. Neighbouring
/// pages overlap.
std::vector<float> pages(float height, float shown);

/// A place in the trace, and for how many frames it is shown.
struct Shot {
  std::uint64_t place = 0, frames = 0;
  bool operator==(const Shot&) const = default;
};

/// A trace of `steps` from its start to its end as the window plays it (play_speed()), resting a second at either end: frame k of
/// the movement shows place k · speed / rate, rounded down. Frames that show the same place are one shot. Nothing where there are
/// no steps.
std::vector<Shot> playback(std::uint64_t steps, std::uint32_t rate);

}  // namespace warplens::cli
