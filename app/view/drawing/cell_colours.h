#pragma once

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
Rgb unit(Colour colour);
Rgb mix(const Rgb& a, const Rgb& b, float t);
/// Rounded to 8 bits a part, opaque.
Colour stored(const Rgb& colour);

/// Hue in degrees of group `group` of `groups`: steps of 47 for up to 64 groups, so that neighbours differ; one turn over all
/// beyond, so that the picture reads from far.
float group_hue(std::uint64_t group, std::uint64_t groups);

/// The colour that a look gives to the key of a cell.
Rgb key_colour(const CellLook& look, std::uint32_t key);

}  // namespace warplens::view
