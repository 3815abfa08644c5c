#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/names.h"

namespace warplens::view {

/// Meaning of colours: of cells in the mapping view and the matrix view, and of the picture in Values.
enum class ColourMode : std::uint8_t {
  block,   ///< block = hue, thread = lightness
  warp,    ///< warp = hue, lane = lightness
  order,   ///< first touch, early to late (cividis)
  count,   ///< number of accesses (viridis)
  result,  ///< elements: right or wrong after the launch; threads as with block
  value,   ///< elements by final value (viridis); threads as with block
  grey,    ///< Values: a picture with an element a pixel …
  rgb,     ///< … with three, red, green and blue …
  rgba,    ///< … or with four, and alpha
};

inline constexpr base::Names<ColourMode> colour_mode_names{
    {ColourMode::block, "block"}, {ColourMode::warp, "warp"},     {ColourMode::order, "order"},
    {ColourMode::count, "count"}, {ColourMode::result, "result"}, {ColourMode::value, "value"},
    {ColourMode::grey, "grey"},   {ColourMode::rgb, "rgb"},       {ColourMode::rgba, "rgba"}};

constexpr std::string_view name(ColourMode mode) { return colour_mode_names.name_of(mode); }

constexpr std::optional<ColourMode> colour_mode_named(std::string_view name) { return colour_mode_names.value_of(name); }

}  // namespace warplens::view
