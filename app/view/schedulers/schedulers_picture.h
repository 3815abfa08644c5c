#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/warp_timeline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/schedulers/latency_hiding.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct SchedulersInput {
  Subject subject;
  const analysis::WarpTimeline* timeline = nullptr;  ///< never null; empty: nothing is modelled
  std::optional<std::uint64_t> cycle;                ///< cycle of the current place in the trace, unless at its end
  std::size_t first_row = 0;                         ///< multiprocessors scrolled past
  float pan = 0, zoom = 1;                           ///< visible part of the time axis
  Target hover;                                      ///< a thread lights up its warp
  std::vector<Residency> residencies;                ///< the launch with fewer warps resident, the shown run last
  bool operator==(const SchedulersInput&) const = default;
};
SchedulersInput schedulers_input(const Material& material);

/// Draw for each scheduler of a multiprocessor the share of issue slots used, and a row per warp slot, coloured by the state of
/// the warp (analysis::WarpState); below, the duration of the launch with fewer resident warps.
Picture schedulers_picture(const SchedulersInput& input, const Theme& theme, float width, float height);

/// In how many cycles the schedulers issued, and why warps waited; with a hovered thread, the same for its warp.
Headline schedulers_headline(const SchedulersInput& input, const Theme& theme);

/// A drag pans the time axis and scrolls the multiprocessors; the wheel scrolls or zooms (wheel_scrolls()).
void move_schedulers(const SchedulersInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

/// "waiting for memory", "computing"; for sentences about a warp's time.
std::string_view words_of(analysis::WarpState state);

}  // namespace warplens::view
