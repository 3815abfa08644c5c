#pragma once

#include <string>
#include <vector>

#include "analysis/distribution.h"
#include "analysis/lost_updates.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

/// What an entry gave over repeated runs.
struct Outcomes {
  std::string label;                                     ///< "racy"
  const analysis::Distribution* distribution = nullptr;  ///< never null
  bool operator==(const Outcomes&) const = default;
};

struct Material;

struct RaceInput {
  Subject subject;
  const analysis::ElementHistory* history = nullptr;  ///< of the shown element; never null
  std::vector<Outcomes> outcomes;                     ///< the shown entry first; may be empty
  double tolerance = 0;                               ///< of the reference, relative
  std::uint64_t steps = ~std::uint64_t{0};            ///< scrubbed to: rows of Trace::steps that have happened; all by default
  std::size_t first_row = 0;                          ///< rows scrolled past
  float pan = 0, zoom = 1;  ///< visible part of the time axis: left end in units of the whole, magnification
  Target hover;
  bool operator==(const RaceInput&) const = default;
};
RaceInput race_input(const Material& material);

/// Timeline of the reads and writes of one element, a row per warp, over the distribution of results.
Picture race_picture(const RaceInput& input, const Theme& theme, float width, float height);

/// The requested updates and their result; at a scrubbed step, the result so far.
Headline race_headline(const RaceInput& input, const Theme& theme);

/// One paragraph on the last update before the scrubbed step, or on the hovered one: who wrote what over what, and whose addition
/// is gone. Empty where nothing has happened yet.
std::vector<Span> race_moment(const RaceInput& input, const Theme& theme);

/// Rows of the whole timeline (warps that touched the element), for a scroll bar; and how many of them fit.
std::size_t race_rows(const RaceInput& input);
/// Row of the last read or write that has happened at the scrubbed place; 0 before the first.
std::size_t race_row_of_place(const RaceInput& input);
std::size_t race_rows_visible(const RaceInput& input, const Theme& theme, float width, float height);

/// A drag pans the time axis and scrolls the rows; the wheel as wheel_scrolls() says.
void move_race(const RaceInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);
/// After the place in the trace has changed: its row comes into sight.
void follow_race(const RaceInput& input, const Theme& theme, Size size, Navigation& navigation);

}  // namespace warplens::view
