#include "view/drawing/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "view/drawing/cell_colours.h"

namespace warplens::view {

namespace {

constexpr Colour rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value), 255};
}

// Categorical colours from Okabe and Ito ("Color Universal Design", 2008), darkened on light themes to keep text legible.
constexpr std::array<Theme, 3> themes{{
    {.name = ThemeName::dark,
     .background = rgb(0x12151b),
     .bar = rgb(0x161a21),
     .panel = rgb(0x1a1e26),
     .control = rgb(0x20252f),
     .line = rgb(0x2c323e),
     .text = rgb(0xe8eaee),
     .soft = rgb(0xcfd5df),
     .muted = rgb(0x98a2b3),
     .accent = rgb(0x6cc4ff),
     .button = rgb(0x2b6cb0),
     .selected = rgb(0x33405a),
     .read = rgb(0x56b4e9),
     .write = rgb(0xe69f00),
     .atomic = rgb(0xcc79a7),
     .good = rgb(0x2fbf92),
     .wrong = rgb(0xf0733a),
     .untouched = rgb(0x12151b),
     .idle = rgb(0x2a303b),
     .untouched_line = rgb(0x626b7b),
     .keyword = rgb(0xc792ea),
     .builtin = rgb(0x82c7ff),
     .scale = 1},
    {.name = ThemeName::light,
     .background = rgb(0xffffff),
     .bar = rgb(0xf1f3f6),
     .panel = rgb(0xf7f8fa),
     .control = rgb(0xedf0f4),
     .line = rgb(0xd3d8e0),
     .text = rgb(0x171b22),
     .soft = rgb(0x2f3744),
     .muted = rgb(0x545e6e),
     .accent = rgb(0x0a5ea8),
     .button = rgb(0x2b6cb0),
     .selected = rgb(0xcfdcf0),
     .read = rgb(0x0067a5),
     .write = rgb(0x8f5d00),
     .atomic = rgb(0xa23b76),
     .good = rgb(0x00705a),
     .wrong = rgb(0xb83d0b),
     .untouched = rgb(0xffffff),
     .idle = rgb(0xd9dde4),
     .untouched_line = rgb(0x868d99),
     .keyword = rgb(0x7b2fb5),
     .builtin = rgb(0x0a5ea8),
     .scale = 1},
    {.name = ThemeName::projector,
     .background = rgb(0xffffff),
     .bar = rgb(0xffffff),
     .panel = rgb(0xffffff),
     .control = rgb(0xf0f0f0),
     .line = rgb(0x8c939f),
     .text = rgb(0x000000),
     .soft = rgb(0x000000),
     .muted = rgb(0x333a44),
     .accent = rgb(0x004a8f),
     .button = rgb(0x004a8f),
     .selected = rgb(0xb9d3f2),
     .read = rgb(0x00558c),
     .write = rgb(0x7a4b00),
     .atomic = rgb(0x8f1f61),
     .good = rgb(0x005c48),
     .wrong = rgb(0xa33000),
     .untouched = rgb(0xffffff),
     .idle = rgb(0xc4c9d1),
     .untouched_line = rgb(0x6b727e),
     .keyword = rgb(0x5f1a94),
     .builtin = rgb(0x004a8f),
     .scale = 1.25f},
}};

float channel(float value) { return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f); }

float luminance(Colour c) {
  return 0.2126f * channel(c.r / 255.0f) + 0.7152f * channel(c.g / 255.0f) + 0.0722f * channel(c.b / 255.0f);
}

}  // namespace

const Theme& theme(ThemeName name) { return themes[static_cast<std::size_t>(name)]; }

Colour quality_colour(const Theme& theme, double share) {
  return mixed(theme.wrong, theme.good, static_cast<float>(std::clamp(share, 0.0, 1.0)));
}

float contrast(Colour a, Colour b) {
  const float of_a = luminance(a) + 0.05f, of_b = luminance(b) + 0.05f;
  return std::max(of_a, of_b) / std::min(of_a, of_b);
}

bool is_dark(const Theme& theme) { return luminance(theme.background) < 0.2f; }

Colour from_hsl(float hue, float saturation, float lightness) {
  const float reach = saturation * std::min(lightness, 1 - lightness);
  const auto part = [&](float n) {
    const float k = std::fmod(n + hue / 30.0f, 12.0f);
    const float value = lightness - reach * std::max(-1.0f, std::min({k - 3, 9 - k, 1.0f}));
    return static_cast<std::uint8_t>(std::clamp(value * 255.0f + 0.5f, 0.0f, 255.0f));
  };
  return {part(0), part(8), part(4), 255};
}

Colour mixed(Colour from, Colour to, float part) {
  const auto between = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * part);
  };
  return {between(from.r, to.r), between(from.g, to.g), between(from.b, to.b), between(from.a, to.a)};
}

Colour faded(Colour colour, float share) {
  colour.a = static_cast<std::uint8_t>(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(colour.a) + 0.5f);
  return colour;
}

Colour thread_colour(const Theme& theme, std::uint64_t block, std::uint64_t thread, std::uint64_t threads) {
  return thread_colour(theme, block, 0, thread, threads);
}

Colour thread_colour(const Theme&, std::uint64_t block, std::uint64_t blocks, std::uint64_t thread, std::uint64_t threads) {
  const CellLook look;
  const float place = threads > 1 ? static_cast<float>(thread) / static_cast<float>(threads) : 0;
  return from_hsl(group_hue(block, blocks), look.saturation,
                  look.lightness_from + (look.lightness_to - look.lightness_from) * place);
}

Colour label_colour(const Theme& theme, std::uint64_t block, std::uint64_t blocks) {
  const float hue = group_hue(block, blocks);
  const bool dark = is_dark(theme);
  float lightness = dark ? 0.70f : 0.36f;
  Colour colour = from_hsl(hue, 0.62f, lightness);
  while (contrast(colour, theme.background) < 4.5f && lightness > 0.02f && lightness < 0.98f)
    colour = from_hsl(hue, 0.62f, lightness += dark ? 0.02f : -0.02f);
  return colour;
}

}  // namespace warplens::view
