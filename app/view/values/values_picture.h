#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/mapping/colour_mode.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

/// The shown buffer before and after the launch, and the expected values.
struct ValuesInput {
  Subject subject;
  std::vector<Borrowed<std::byte>> initial;  ///< content of each buffer before the launch, by its number
  std::uint64_t changed = 0;                 ///< elements that the launch changed
  double tolerance = 0;                      ///< tolerance of the reference, relative
  std::uint64_t first = 0;                   ///< first element in the table
  ColourMode shown_as = ColourMode::value;   ///< above the table: value, a plot; or grey, rgb or rgba, pictures
  Target hover;
  bool operator==(const ValuesInput&) const = default;
};
ValuesInput values_input(const Material& material);

/// Content of the shown buffer before the launch; empty if unknown.
std::span<const std::byte> bytes_before(const ValuesInput& input);
/// The value of an element before the launch; nothing if unknown, or if nothing has written it.
std::optional<double> value_before(const ValuesInput& input, std::uint64_t element);
/// Whether an element differs from its expected value; false if there is none.
bool is_wrong(const ValuesInput& input, std::uint64_t element);

/// Number of elements that the table shows at once.
std::size_t values_visible(const ValuesInput& input, float width, float height);

/// Draw a plot of all values over their index or pictures of them, and a table of the values from `first` on. Minimum size 300 ×
/// 300 points.
Picture values_picture(const ValuesInput& input, const Theme& theme, float width, float height);
/// State how many elements the launch changed, and how many differ from their expected values; or describe the hovered element.
Headline values_headline(const ValuesInput& input, const Theme& theme);
/// Scrolls the table.
void move_values(const ValuesInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
