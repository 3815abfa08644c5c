#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::view {

/// Meaning of a cell's colour in the mapping view.
enum class ColourMode : std::uint8_t {
  block,   ///< block = hue, thread = lightness
  warp,    ///< warp = hue, lane = lightness
  order,   ///< first touch, early to late (cividis)
  count,   ///< number of accesses (viridis)
  result,  ///< elements: right or wrong in the end; threads as with block
  value,   ///< elements by final value (viridis); threads as with block
};

/// Their names, in their order.
inline constexpr std::array<std::string_view, 6> colour_mode_names{"block", "warp", "order", "count", "result", "value"};

constexpr std::string_view name(ColourMode mode) { return colour_mode_names[static_cast<std::size_t>(mode)]; }

constexpr std::optional<ColourMode> colour_mode_named(std::string_view name) {
  for (std::size_t k = 0; k < colour_mode_names.size(); ++k)
    if (colour_mode_names[k] == name) return static_cast<ColourMode>(k);
  return std::nullopt;
}

}  // namespace warplens::view
