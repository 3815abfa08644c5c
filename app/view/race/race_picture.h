#pragma once

#include <string>
#include <vector>

#include "analysis/distribution.h"
#include "analysis/lost_updates.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

/// The results of an entry's repeated runs.
struct Outcomes {
  std::string label;                                     ///< "racy"
  const analysis::Distribution* distribution = nullptr;  ///< never null
  bool operator==(const Outcomes&) const = default;
};

struct Material;

struct RaceInput {
  Subject subject;
  const analysis::ElementHistory* history = nullptr;  ///< history of the shown element; never null
  std::vector<Outcomes> outcomes;                     ///< the shown entry first; may be empty
  double tolerance = 0;                               ///< tolerance of the reference, relative
  std::uint64_t steps = ~std::uint64_t{0};            ///< scrubbed place: steps of the trace done so far; all by default
  std::size_t first_row = 0;                          ///< rows scrolled past
  float pan = 0, zoom = 1;  ///< visible part of the time axis: left end in units of the whole, magnification
  Target hover;
  bool operator==(const RaceInput&) const = default;
};
RaceInput race_input(const Material& material);

/// Timeline of the reads and writes of one element, a row per warp, over the distribution of results.
Picture race_picture(const RaceInput& input, const Theme& theme, float width, float height);

/// State the requested updates and their result; at a scrubbed step, the result so far.
Headline race_headline(const RaceInput& input, const Theme& theme);

/// One paragraph on the hovered update, else on the last one before the scrubbed step: who wrote which value over which, and
/// whose addition is lost. Empty if nothing has happened yet.
std::vector<Span> race_moment(const RaceInput& input, const Theme& theme);

/// Number of rows of the whole timeline (warps that touched the element), for a scroll bar.
std::size_t race_rows(const RaceInput& input);
/// Row of the last read or write before the scrubbed place; 0 before the first.
std::size_t race_row_of_place(const RaceInput& input);
std::size_t race_rows_visible(const RaceInput& input, const Theme& theme, float width, float height);

/// A drag pans the time axis and scrolls the rows; the wheel scrolls or zooms (wheel_scrolls()).
void move_race(const RaceInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);
/// Scroll the row of the trace's place into view after the place has changed.
void follow_race(const RaceInput& input, const Theme& theme, Size size, Navigation& navigation);

}  // namespace warplens::view
