#pragma once

#include <cstddef>

#include "view/values/values_picture.h"

namespace warplens::view {

/// Where the plot and the table are, in points.
struct ValuesLayout {
  static constexpr float row = 24;  ///< height of a row of the table
  Rectangle plot;
  Rectangle table;                    ///< with its row of titles
  std::size_t groups = 1, rows = 1;   ///< columns of elements next to each other, and elements in each
  std::size_t columns = 3;            ///< of a group: element, before, after, expected where there is a reference
  float group_width = 0, legend = 0;  ///< legend: its top
};
ValuesLayout values_layout(const ValuesInput& input, float width, float height);

}  // namespace warplens::view
