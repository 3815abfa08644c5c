#include "cli/film_timing.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "desk/playback/path.h"

namespace warplens::cli {
namespace {

constexpr double seconds_a_word = 0.375, min_reading = 4, rest = 1;

std::uint64_t words_in(const std::string& text) {
  std::istringstream stream(text);
  std::uint64_t count = 0;
  for (std::string word; stream >> word;) ++count;
  return count;
}

}  // namespace

std::uint64_t words_of(std::span<const lesson::Block> blocks) {
  std::uint64_t count = 0;
  for (const lesson::Block& block : blocks) count += words_in(lesson::plain(block)) + words_in(block.code);
  return count;
}

std::uint64_t words_of(const lesson::Step& step) { return words_in(step.title) + words_of(step.text) + words_of(step.task); }

double reading_time(std::uint64_t words) { return std::max(static_cast<double>(words) * seconds_a_word, min_reading); }

std::uint64_t frames_of(double seconds, std::uint32_t rate) {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(seconds * rate)));
}

std::vector<float> pages(float height, float shown) {
  constexpr float overlap = 0.2f;  // of a page: a line that is cut at the edge of one is whole in the other
  const float end = std::max(height - shown, 0.0f);
  if (end == 0) return {0};
  const auto turns = static_cast<int>(std::ceil(end / std::max((1 - overlap) * shown, 1.0f)));
  std::vector<float> tops;
  for (int turn = 0; turn <= turns; ++turn) tops.push_back(end * static_cast<float>(turn) / static_cast<float>(turns));
  return tops;
}

std::vector<Shot> playback(std::uint64_t steps, std::uint32_t rate) {
  if (steps == 0) return {};
  const std::uint64_t resting = frames_of(rest, rate);
  std::vector<Shot> shots{{0, resting}};
  for (std::uint64_t frame = 1;; ++frame) {
    const auto place = static_cast<std::uint64_t>(static_cast<double>(frame) * desk::play_speed(steps) / rate);
    if (place >= steps) break;
    if (place != shots.back().place) shots.push_back({place, 0});
    ++shots.back().frames;
  }
  shots.push_back({steps, resting});
  return shots;
}

}  // namespace warplens::cli
