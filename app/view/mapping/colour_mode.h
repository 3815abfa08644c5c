#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/names.h"

namespace warplens::view {

/// Meaning of a cell's colour in the mapping view.
enum class ColourMode : std::uint8_t {
  block,   ///< block = hue, thread = lightness
  warp,    ///< warp = hue, lane = lightness
  order,   ///< first touch, early to late (cividis)
  count,   ///< number of accesses (viridis)
  result,  ///< elements: right or wrong after the launch; threads as with block
  value,   ///< elements by final value (viridis); threads as with block
};

inline constexpr base::Names<ColourMode> colour_mode_names{{ColourMode::block, "block"},   {ColourMode::warp, "warp"},
                                                           {ColourMode::order, "order"},   {ColourMode::count, "count"},
                                                           {ColourMode::result, "result"}, {ColourMode::value, "value"}};

constexpr std::string_view name(ColourMode mode) { return colour_mode_names.name_of(mode); }

constexpr std::optional<ColourMode> colour_mode_named(std::string_view name) { return colour_mode_names.value_of(name); }

}  // namespace warplens::view
