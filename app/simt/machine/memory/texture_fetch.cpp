#include "simt/machine/memory/texture_fetch.h"

#include <bit>
#include <cmath>

#include "simt/code/execute/cells.h"
#include "simt/machine/memory/texels.h"

namespace warplens::simt {

using launch::Texture;
using ptx::Opcode;

namespace {

/// Coordinates of a lane in the order x, y, z, without the layer.
std::array<double, 3> place_of(const Frame& frame, const TextureAccess& access, std::size_t lane) {
  const std::size_t first = is_layered(access.modifiers.texture) ? 1 : 0;
  std::array<double, 3> place{};
  for (std::size_t d = 0; d < dimensions_of(access.modifiers.texture); ++d) {
    const auto bits = static_cast<std::uint32_t>(read_cell(frame, access.coordinates[first + d], 4, lane));
    place[d] = access.floating_coordinates ? std::bit_cast<float>(bits) : static_cast<double>(static_cast<std::int32_t>(bits));
  }
  return place;
}

/// Offset of a lane's layer. Layers are never blended, and a number outside is that of the nearest (the guide, "Layered
/// Textures": the first coordinate is an integer).
std::uint64_t layer_offset(const Frame& frame, const TextureAccess& access, const Texture& texture, std::size_t lane) {
  if (!is_layered(access.modifiers.texture)) return 0;
  const auto layer = static_cast<std::int32_t>(read_cell(frame, access.coordinates[0], 4, lane));
  return *texel_number(layer, texture.depth, launch::AddressMode::clamp) * texture.slice;
}

/// Add what one lane reads.
void find_texels(const Frame& frame, const TextureAccess& access, const Texture& texture, std::size_t lane,
                 Footprint& footprint) {
  const std::array<double, 3> place = place_of(frame, access, lane);
  const std::array<std::uint32_t, 3> extents{texture.width, texture.height, texture.depth};
  const std::array<std::uint64_t, 3> distance{texture.texel_bytes(), texture.pitch, texture.slice};
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  std::array<TexelSpan, 3> spans;
  for (std::size_t d = 0; d < dimensions; ++d) {
    // Of consecutive memory, a number outside gives zeros, whatever the mode.
    const launch::AddressMode mode =
        texture.resource == launch::TextureResource::linear ? launch::AddressMode::border : texture.modes[d];
    const bool normalised = texture.normalised_coordinates && access.floating_coordinates;
    spans[d] = texels_at(place[d], extents[d], mode, normalised, footprint.gathers || footprint.blends);
  }
  const std::uint64_t first = texture.offset + layer_offset(frame, access, texture, lane);
  for (std::size_t k = 0; k < footprint.count; ++k) {
    std::uint64_t offset = first;
    std::uint32_t weight = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const std::size_t side = k >> d & 1;
      const auto number = spans[d].number[side];
      offset = number && offset != nowhere ? offset + *number * distance[d] : nowhere;
      weight *= side != 0 ? spans[d].weight : 256 - spans[d].weight;
    }
    footprint.offset[k][lane] = offset;
    footprint.weight[k][lane] = footprint.gathers ? 1 : weight;
  }
}

/// The numbers of a texel of one lane, or of the border, that the instruction gives; those that it lacks are 0, 0 and 1.
std::array<std::uint32_t, 4> numbers_of(const Frame& frame, const Decoded& piece, const Texture& texture, std::size_t lane,
                                        bool border) {
  const std::uint32_t one = texture.reads_floating() ? std::bit_cast<std::uint32_t>(1.0f) : 1;
  std::array<std::uint32_t, 4> numbers{0, 0, 0, one};
  for (std::size_t c = 0; c < texture.channels; ++c)
    numbers[c] = border ? 0 : static_cast<std::uint32_t>(read_cell(frame, piece.operands[c], 4, lane));
  return numbers;
}

}  // namespace

Footprint footprint_of(const Frame& frame, const TextureAccess& access, const Texture& texture, std::uint32_t active) {
  Footprint footprint;
  footprint.gathers = access.opcode == Opcode::tld4;
  footprint.blends = texture.linear_filter && access.floating_coordinates && texture.reads_floating() && !footprint.gathers;
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  footprint.count = footprint.gathers || footprint.blends ? std::size_t{1} << dimensions : 1;
  footprint.whole = footprint.blends ? std::ldexp(1, 8 * dimensions) : 1;
  each_lane(active, [&](std::size_t lane) { find_texels(frame, access, texture, lane, footprint); });
  return footprint;
}

Readers readers_of(const Footprint& footprint, std::size_t k, std::uint32_t active) {
  Readers readers;
  each_lane(active, [&](std::size_t lane) {
    if (footprint.weight[k][lane] == 0) return;
    readers.all |= 1u << lane;
    if (footprint.offset[k][lane] != nowhere) readers.inside |= 1u << lane;
  });
  return readers;
}

void add_texels(const Frame& frame, const Decoded& piece, const TextureAccess& access, const Texture& texture,
                const Footprint& footprint, std::size_t k, const Readers& readers, Blend& blend) {
  // Gathered texels come from the lower left on, against the clock, with y downwards: (0,1), (1,1), (1,0), (0,0).
  constexpr std::array<std::size_t, 4> gathered{3, 2, 0, 1};
  each_lane(readers.all, [&](std::size_t lane) {
    const bool border = (readers.inside >> lane & 1) == 0;
    const std::array<std::uint32_t, 4> numbers = numbers_of(frame, piece, texture, lane, border);
    const bool coloured = border && texture.resource != launch::TextureResource::linear;
    const auto value = [&](std::size_t c) -> double {
      if (coloured) return texture.border[c];
      return c < texture.channels ? number_of_texel(texture, numbers[c]) : std::bit_cast<float>(numbers[c]);
    };
    if (footprint.gathers) {
      const std::size_t component = access.modifiers.component;
      blend.bits[gathered[k]][lane] = numbers[component];
      if (texture.reads_floating()) blend.sum[gathered[k]][lane] = value(component);
      return;
    }
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      blend.bits[c][lane] = numbers[c];
      if (texture.reads_floating())
        blend.sum[c][lane] += footprint.blends ? footprint.weight[k][lane] / footprint.whole * value(c) : value(c);
    }
  });
}

void write_blend(const Frame& frame, const TextureAccess& access, const Texture& texture, std::uint32_t active,
                 const Blend& blend) {
  for (std::size_t c = 0; c < access.results.size(); ++c) {
    if (access.results[c] == no_row) continue;
    each_lane(active, [&](std::size_t lane) {
      const auto sum = static_cast<float>(blend.sum[c][lane]);
      write_cell(frame, access.results[c], 4, lane,
                 texture.reads_floating() ? std::bit_cast<std::uint32_t>(sum) : blend.bits[c][lane]);
    });
  }
}

ptx::Type channel_type(const Texture& texture) {
  const bool has_sign = texture.kind == launch::ChannelKind::signed_integer;
  switch (texture.bits) {
    case 8:
      return has_sign ? ptx::Type::s8 : ptx::Type::u8;
    case 16:
      return has_sign ? ptx::Type::s16 : ptx::Type::u16;
    default:
      return ptx::Type::b32;
  }
}

}  // namespace warplens::simt
