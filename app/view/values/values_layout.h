#pragma once

#include <cstddef>

#include "view/values/values_picture.h"

namespace warplens::view {

/// Positions of the plot and the table, in points.
struct ValuesLayout {
  static constexpr float row = 24;  ///< height of a row of the table
  Rectangle plot;
  Rectangle table;                    ///< with its row of titles
  std::size_t groups = 1, rows = 1;   ///< groups of elements next to each other, and elements per group
  std::size_t columns = 3;            ///< per group: element, before, after, and expected with a reference
  float group_width = 0, legend = 0;  ///< legend: its top
};
ValuesLayout values_layout(const ValuesInput& input, float width, float height);

}  // namespace warplens::view
