#include "view/drawing/cell_colours.h"

#include <algorithm>
#include <cmath>

namespace warplens::view {

namespace {

/// `value` modulo `period`, for values from 0 to less than twice the period: std::fmod() takes ten times as long.
float wrap(float value, float period) { return value < period ? value : value - period; }

Rgb hue_colour(const CellLook& look, std::uint32_t key) {
  const std::uint32_t group = std::max(look.group, 1u);
  const float hue = group_hue(key / group, look.groups);
  const float place = static_cast<float>(key % group) / static_cast<float>(group);
  const float lightness = look.lightness_from + (look.lightness_to - look.lightness_from) * place;
  const float reach = look.saturation * std::min(lightness, 1 - lightness);
  const auto part = [&](float n) {
    const float k = wrap(n + hue / 30.0f, 12.0f);
    return lightness - reach * std::max(-1.0f, std::min({k - 3, 9 - k, 1.0f}));
  };
  return {part(0), part(8), part(4)};
}

Rgb ramp_colour(const CellLook& look, std::uint32_t key) {
  const float place = static_cast<float>(key) / 1073741824.0f * 7.0f;
  const int from = std::min(static_cast<int>(place), 6);
  const auto index = static_cast<std::size_t>(from);
  return mix(unit(look.ramp[index]), unit(look.ramp[index + 1]), place - static_cast<float>(from));
}

}  // namespace

float group_hue(std::uint64_t group, std::uint64_t groups) {
  if (groups <= 64) return static_cast<float>((group * 47 + 205) % 360);
  return wrap(205.0f + 300.0f * static_cast<float>(group) / static_cast<float>(groups), 360.0f);
}

Rgb key_colour(const CellLook& look, std::uint32_t key) {
  return look.mode == CellLook::Mode::hue ? hue_colour(look, key) : ramp_colour(look, key);
}

}  // namespace warplens::view
