#include "simt/machine/memory/texels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/half.h"

namespace warplens::simt {
namespace {

constexpr int fraction_bits = 8;
constexpr std::uint32_t fraction_one = 1u << fraction_bits;

/// The largest integer that is not above `value`, within ±2^48.
std::int64_t floor_of(double value) {
  constexpr double most = 0x1p48;
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::clamp(std::floor(value), -most, most));
}

}  // namespace

std::optional<std::uint32_t> texel_number(std::int64_t number, std::uint32_t extent, launch::AddressMode mode) {
  const std::int64_t count = extent;
  if (number >= 0 && number < count) return static_cast<std::uint32_t>(number);
  const auto within = [&](std::int64_t period) { return (number % period + period) % period; };
  switch (mode) {
    case launch::AddressMode::border:
      return std::nullopt;
    case launch::AddressMode::wrap:
      return static_cast<std::uint32_t>(within(count));
    case launch::AddressMode::mirror: {
      const std::int64_t place = within(2 * count);
      return static_cast<std::uint32_t>(place < count ? place : 2 * count - 1 - place);
    }
    case launch::AddressMode::clamp:
      break;
  }
  return number < 0 ? 0 : extent - 1;
}

TexelSpan texels_at(double coordinate, std::uint32_t extent, launch::AddressMode mode, bool normalised, bool blends) {
  using launch::AddressMode;
  // The guide: wrap and mirror are for normalised coordinates only.
  if (!normalised && (mode == AddressMode::wrap || mode == AddressMode::mirror)) mode = AddressMode::clamp;
  const double place = normalised ? coordinate * extent : coordinate;
  TexelSpan span;
  if (!blends) {
    span.number[0] = texel_number(floor_of(place), extent, mode);
    return span;
  }
  const std::int64_t fixed = floor_of((place - 0.5) * fraction_one + 0.5);
  const std::int64_t first = fixed >> fraction_bits;
  span.number = {texel_number(first, extent, mode), texel_number(first + 1, extent, mode)};
  span.weight = static_cast<std::uint32_t>(fixed & (fraction_one - 1));
  return span;
}

double number_of_texel(const launch::Texture& texture, std::uint32_t bits) {
  if (texture.kind == launch::ChannelKind::floating)
    return texture.bits == 16 ? base::value_of_half(bits) : std::bit_cast<float>(bits);
  const bool has_sign = texture.kind == launch::ChannelKind::signed_integer;
  const double most = std::ldexp(1, texture.bits - (has_sign ? 1 : 0)) - 1;
  return has_sign ? std::max(-1.0, static_cast<std::int32_t>(bits) / most) : bits / most;
}

}  // namespace warplens::simt
