#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "launch/texture.h"
#include "simt/code/decode/decoded.h"
#include "simt/code/decode/texture_access.h"

// A warp's fetch from a texture, apart from the accesses to memory that it makes: which texels, and what becomes of them.

namespace warplens::simt {

/// Coordinates of a layer of such a texture.
constexpr std::uint8_t dimensions_of(ptx::TextureShape shape) {
  using enum ptx::TextureShape;
  return shape == volume ? 3 : shape == plane || shape == planes ? 2 : 1;
}
constexpr bool is_layered(ptx::TextureShape shape) {
  return shape == ptx::TextureShape::lines || shape == ptx::TextureShape::planes;
}

inline constexpr std::size_t max_blended = 8;                ///< texels of a fetch, in three dimensions
inline constexpr std::uint64_t nowhere = ~std::uint64_t{0};  ///< offset of the border

/// The texels that lanes read. Each has its offset in the buffer, or `nowhere`, and its weight in 2^(8 · dimensions) parts.
struct Footprint {
  std::size_t count = 1;
  bool gathers = false, blends = false;  ///< two texels in each direction, of which tld4 gives all, or their sum is wanted
  double whole = 1;                      ///< what the weights add up to
  std::array<LaneOffsets, max_blended> offset;
  std::array<std::array<std::uint32_t, warp_size>, max_blended> weight{};
};

/// The sum of the blended texels of each lane, or the bits of the only one.
struct Blend {
  std::array<std::array<double, warp_size>, 4> sum{};
  std::array<std::array<std::uint32_t, warp_size>, 4> bits{};
};

/// The lanes that read the k-th texel of their footprint, and those of them for which it is not the border.
struct Readers {
  std::uint32_t all = 0, inside = 0;
};

/// The texels that the active lanes read by tex or tld4.
Footprint footprint_of(const Frame& frame, const TextureAccess& access, const launch::Texture& texture, std::uint32_t active);
Readers readers_of(const Footprint& footprint, std::size_t k, std::uint32_t active);
/// Add the k-th texels, which have been loaded into the rows of `piece`.
void add_texels(const Frame& frame, const Decoded& piece, const TextureAccess& access, const launch::Texture& texture,
                const Footprint& footprint, std::size_t k, const Readers& readers, Blend& blend);
/// Write the instruction's results.
void write_blend(const Frame& frame, const TextureAccess& access, const launch::Texture& texture, std::uint32_t active,
                 const Blend& blend);

/// The type that loads a number of a texel into 32 bits, with its sign.
ptx::Type channel_type(const launch::Texture& texture);

}  // namespace warplens::simt
