#include "desk/playback/path.h"

#include <algorithm>
#include <cmath>

namespace warplens::desk {

base::Status Path::forward() {
  go_to(std::min(place() + 1, length()));
  return base::Nothing{};
}

void Path::back() { go_to(place() - std::min<std::uint64_t>(place(), 1)); }

double Path::speed() const { return play_speed(length()); }

std::uint64_t place_of(double scrub, std::uint64_t length) {
  const double part = std::isfinite(scrub) ? std::clamp(scrub, 0.0, 1.0) : 1.0;
  return std::min(length, static_cast<std::uint64_t>(std::llround(part * static_cast<double>(length))));
}

double scrub_of(std::uint64_t place, std::uint64_t length) {
  return length == 0 ? 1.0 : static_cast<double>(std::min(place, length)) / static_cast<double>(length);
}

double play_speed(std::uint64_t length) { return std::max(8.0, static_cast<double>(length) / 8); }

}  // namespace warplens::desk
