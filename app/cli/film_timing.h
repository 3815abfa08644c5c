#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lesson/lesson.h"

namespace warplens::cli {

/// Durations of a film's parts, in seconds; the frame rate in frames per second.

/// Number of words to read, separated by blanks; code counts too.
std::uint64_t words_of(std::span<const lesson::Block> blocks);
/// Number of words of a step before its task is done: title, text and task.
std::uint64_t words_of(const lesson::Step& step);

/// 0.375 s a word, at least 4 s. That is 160 words a minute, the slow end for subtitles (BBC Subtitle Guidelines, section "Target
/// minimum timing"), because readers also look at the picture.
double reading_time(std::uint64_t words);

/// Number of frames for a time in seconds, rounded up, at least one.
std::uint64_t frames_of(double seconds, std::uint32_t rate);

/// Scroll positions, in pixels, to show a whole text of `height` pixels in a window of `shown` pixels. Neighbouring pages
/// overlap.
std::vector<float> pages(float height, float shown);

/// A place in the trace, and for how many frames it is shown.
struct Shot {
  std::uint64_t place = 0, frames = 0;
  bool operator==(const Shot&) const = default;
};

/// Shots that play a trace of `steps` from start to end as the window does (play_speed()), with a second's rest at either end.
/// Frame k of the movement shows place k · speed / rate, rounded down. Frames of the same place are one shot. Empty if there are
/// no steps.
std::vector<Shot> playback(std::uint64_t steps, std::uint32_t rate);

}  // namespace warplens::cli
