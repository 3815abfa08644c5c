#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/warp_timeline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/navigation.h"
#include "view/schedulers/latency_hiding.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct SchedulersInput {
  Subject subject;
  const analysis::WarpTimeline* timeline = nullptr;  ///< never null; empty where nothing is modelled
  std::optional<std::uint64_t> cycle;                ///< of the trace's current place, unless it is at the end
  std::size_t first_row = 0;                         ///< multiprocessors scrolled past
  float pan = 0, zoom = 1;                           ///< of the time axis
  Target hover;                                      ///< a thread lights up its warp
  std::vector<Residency> residencies;                ///< the launch with fewer warps resident, the shown run last
  bool operator==(const SchedulersInput&) const = default;
};
SchedulersInput schedulers_input(const Material& material);

/// For each scheduler of a multiprocessor, how many of its issue slots were used, and a row for each warp that it has room for,
/// coloured by what the warp waited for; below, how long the launch takes with fewer warps resident.
Picture schedulers_picture(const SchedulersInput& input, const Theme& theme, float width, float height);

/// In how many of their cycles the schedulers issued, and what warps waited for; with a hovered thread, the same for its warp.
Headline schedulers_headline(const SchedulersInput& input, const Theme& theme);

/// A drag moves along the time and through the multiprocessors; the wheel as wheel_scrolls() says.
void move_schedulers(const SchedulersInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

/// "waiting for memory", "computing"; for sentences about a warp's time.
std::string_view words_of(analysis::WarpState state);

}  // namespace warplens::view
