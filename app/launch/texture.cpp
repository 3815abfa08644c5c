#include "launch/texture.h"

#include <algorithm>
#include <string>
#include <utility>

namespace warplens::launch {
namespace {

/// More than any card has in one direction (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
constexpr std::uint32_t max_texels = 1u << 28;

constexpr std::uint64_t max_texture_distance = std::uint64_t{1} << 40;  // bytes: sums and products of such fit in 64 bits

/// Whether the texels are in a buffer of so many bytes, each at a multiple of its size.
bool texels_fit(const Texture& texture, std::uint64_t buffer_bytes) {
  const std::uint64_t texel = texture.texel_bytes();
  const auto extents = {texture.width, texture.height, texture.depth};
  if (std::ranges::any_of(extents, [](std::uint32_t extent) { return extent == 0 || extent > max_texels; })) return false;
  for (const std::uint64_t distance : {texture.offset, texture.pitch, texture.slice})
    if (distance > max_texture_distance || distance % texel != 0) return false;
  // Step by step, each sum and each product within 64 bits.
  std::uint64_t end = texture.offset + texture.width * texel;
  for (const auto& [count, distance] : {std::pair{texture.height, texture.pitch}, std::pair{texture.depth, texture.slice}}) {
    if (distance != 0 && count - 1 > buffer_bytes / distance) return false;
    end += (count - 1) * distance;
  }
  return end <= buffer_bytes;
}

}  // namespace

std::string contradiction(std::span<const Texture> textures, std::span<const std::uint64_t> buffer_bytes) {
  std::uint64_t last = 0;
  for (const Texture& texture : textures) {
    if (texture.handle <= last) return "its textures are not in order";
    last = texture.handle;
    const bool bits = texture.bits == 8 || texture.bits == 16 || texture.bits == 32;
    const bool channels = texture.channels == 1 || texture.channels == 2 || texture.channels == 4;
    if (!bits || !channels || (texture.kind == ChannelKind::floating && texture.bits == 8)) return "a texture has no such texels";
    if (texture.dimensions < 1 || texture.dimensions > 3 || (texture.layered && texture.dimensions == 3))
      return "a texture has no such dimensions";
    if (texture.buffer >= buffer_bytes.size() || !texels_fit(texture, buffer_bytes[texture.buffer]))
      return "a texture reaches beyond its memory";
  }
  return {};
}

const Texture* find_texture(std::span<const Texture> textures, std::uint64_t handle) {
  const auto found = std::ranges::lower_bound(textures, handle, {}, &Texture::handle);
  return found != textures.end() && found->handle == handle ? &*found : nullptr;
}

}  // namespace warplens::launch
