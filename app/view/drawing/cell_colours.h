#pragma once

#include <algorithm>
#include <cstdint>

#include "view/drawing/cells.h"

namespace warplens::view {

/// A colour, each part 0 to 1.
struct Rgb {
  float r = 0, g = 0, b = 0;
  void add(const Rgb& other, float weight) {
    r += other.r * weight;
    g += other.g * weight;
    b += other.b * weight;
  }
};
// Inline, as they are called for each pixel.
inline Rgb unit(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f}; }
inline Rgb mix(const Rgb& a, const Rgb& b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}
/// Round to 8 bits per part, opaque.
inline Colour stored(const Rgb& c) {
  const auto byte = [](float v) { return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); };
  return {byte(c.r), byte(c.g), byte(c.b), 255};
}

/// Hue in degrees of group `group` of `groups`: steps of 47 for up to 64 groups, so that neighbours differ; for more groups one
/// turn over all of them, so that the picture is readable from a distance.
float group_hue(std::uint64_t group, std::uint64_t groups);

/// The colour that a look gives to the key of a cell.
Rgb key_colour(const CellLook& look, std::uint32_t key);

}  // namespace warplens::view
