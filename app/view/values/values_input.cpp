#include <algorithm>
#include <cmath>

#include "launch/findings/agreement.h"
#include "view/material.h"
#include "view/values/values_layout.h"

namespace warplens::view {

ValuesInput values_input(const Material& material) {
  return {material.subject, material.before, material.changed, material.tolerance, material.navigation.timeline.first_row,
          material.hover};
}

std::optional<double> value_before(const ValuesInput& input, std::uint64_t element) {
  const std::size_t bytes = launch::bytes(input.subject.type);
  if ((element + 1) * bytes > input.before.size()) return std::nullopt;
  launch::Scalar scalar{input.subject.type, 0};
  const std::span<const std::byte> from = input.before.subspan(element * bytes, bytes);
  std::ranges::copy(from, reinterpret_cast<std::byte*>(&scalar.bits));
  return launch::to_double(scalar);
}

bool is_wrong(const ValuesInput& input, std::uint64_t element) {
  if (element >= input.subject.expected.size()) return false;
  const double expected = input.subject.expected[element];
  const auto now = final_value(input.subject, element);
  // As experiment::compare() has it: an integer that depends on rounding may be anything.
  if (!now || (std::isnan(expected) && !launch::is_floating(input.subject.type))) return false;
  return !launch::agree(expected, *now, input.tolerance);
}

ValuesLayout values_layout(const ValuesInput& input, float width, float height) {
  constexpr float title = 26, min_group = 330, column = 110;
  const bool low = height < 400;
  const float axis = low ? 26 : 30, legend = low ? 26 : 34, between = low ? 32 : 44, min_plot = low ? 90 : 110;
  ValuesLayout layout;
  layout.columns = input.subject.expected.empty() ? 3 : 4;
  layout.plot = {64, title, width - 64, std::max(height * (low ? 0.3f : 0.34f), min_plot)};
  layout.legend = layout.plot.y + layout.plot.height + axis;
  const float top = layout.legend + legend + between;
  layout.table = {0, top, width, std::max(height - top, 2 * ValuesLayout::row)};
  const float wanted = std::max(min_group, column * static_cast<float>(layout.columns));
  layout.groups = std::max<std::size_t>(1, static_cast<std::size_t>(width / wanted));
  layout.group_width = width / static_cast<float>(layout.groups);
  layout.rows = std::max<std::size_t>(1, static_cast<std::size_t>(layout.table.height / ValuesLayout::row) - 1);
  return layout;
}

std::size_t values_visible(const ValuesInput& input, float width, float height) {
  const ValuesLayout layout = values_layout(input, width, height);
  return layout.groups * layout.rows;
}

void move_values(const ValuesInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 132;  // three rows of scroll_rows()
  scroll_rows(navigation.timeline, gesture.drag.y + gesture.wheel * points_a_notch, input.subject.elements,
              values_visible(input, size.width, size.height));
}

}  // namespace warplens::view
