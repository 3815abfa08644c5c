#include "launch/arguments/test_image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "launch/arguments/value.h"

namespace warplens::launch {

namespace {

using Colour = std::array<double, 4>;  ///< red, green, blue, alpha; 0 … 1

/// `x` and `y` in heights of the picture, from its upper left corner; `across`: its width in heights.
Colour colour_at(double x, double y, double across) {
  constexpr double ball_y = 0.42, radius = 0.27, horizon = 0.62, chequers = 1.6;
  const double dx = (x - 0.36 * across) / radius, dy = (y - ball_y) / radius, beside = dx * dx + dy * dy;
  if (beside < 1) {  // lit from the upper left
    const double towards = std::sqrt(1 - beside), light = std::max((-0.5 * dx - 0.6 * dy + 0.6 * towards), 0.0);
    const double shade = 0.15 + 0.85 * light;
    return {0.95 * shade, 0.4 * shade, 0.15 * shade, 1};
  }
  const double u = x / across;
  constexpr double stripes_from = 0.68, stripes_to = 0.96, stripes_top = 0.12, stripes_bottom = 0.5;
  if (u > stripes_from && u < stripes_to && y > stripes_top && y < stripes_bottom) {  // finer to the right
    const double along = (u - stripes_from) / (stripes_to - stripes_from);
    const bool dark = static_cast<int>(4 * along + 12 * along * along) % 2 == 0;
    return dark ? Colour{0.1, 0.1, 0.25, 1} : Colour{1, 0.95, 0.8, 1};
  }
  if (y > horizon) {
    const double depth = 0.25 / (y - horizon + 0.05);
    const auto square = [](double place) { return static_cast<int>(std::floor(chequers * place)); };
    const bool dark = (square((u - 0.5) * depth * 4) + square(depth * 2)) % 2 != 0;
    return dark ? Colour{0.1, 0.35, 0.2, 1} : Colour{0.9, 0.9, 0.85, 1};
  }
  return {0.3 + 0.6 * y, 0.55 + 0.5 * y, 0.95, 1};
}

double channel_of(const Colour& colour, std::uint32_t channel, std::uint32_t channels) {
  return channels > 1 ? colour[channel] : 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
}

}  // namespace

std::uint64_t picture_width(std::uint64_t elements, std::uint64_t columns, std::uint32_t channels) {
  const std::uint64_t pixels = std::max<std::uint64_t>(elements / channels, 1);
  if (columns == 0) return static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(pixels))));
  const auto oblong = [pixels](std::uint64_t width) {
    const double ratio = static_cast<double>(width) * static_cast<double>(width) / static_cast<double>(pixels);
    return std::max(ratio, 1 / ratio);
  };
  const std::uint64_t narrow = columns / channels;
  return columns % channels == 0 && oblong(narrow) < oblong(columns) ? narrow : columns;
}

Bytes test_image(ElementType type, std::uint64_t size, std::uint64_t columns, std::uint32_t channels) {
  const std::uint64_t width = picture_width(size, columns, channels), rows = (size / channels + width - 1) / width,
                      height = std::max<std::uint64_t>(rows, 1);
  const double across = static_cast<double>(width) / static_cast<double>(height);
  const double white = is_floating(type) ? 1 : type == ElementType::i8 ? 127 : 255;
  Bytes data(size * bytes(type));
  for (std::uint64_t k = 0; k < size; ++k) {
    const std::uint64_t pixel = k / channels;
    const double x = (static_cast<double>(pixel % width) + 0.5) / static_cast<double>(height),
                 y = (static_cast<double>(pixel / width) + 0.5) / static_cast<double>(height);
    const double value =
        white * std::clamp(channel_of(colour_at(x, y, across), static_cast<std::uint32_t>(k % channels), channels), 0.0, 1.0);
    set_element(type, data, k, is_floating(type) ? value : std::round(value));
  }
  return data;
}

}  // namespace warplens::launch
