#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "base/names.h"

namespace warplens::launch {

/// What the numbers of a texel are (cudaChannelFormatKind).
enum class ChannelKind : std::uint8_t { signed_integer, unsigned_integer, floating };

/// Where a coordinate outside of the texture leads (CUDA C++ Programming Guide, "Texture Object API"), with CUDA's numbers.
enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
inline constexpr base::Names<AddressMode> address_modes{
    {AddressMode::wrap, "wrap"}, {AddressMode::clamp, "clamp"}, {AddressMode::mirror, "mirror"}, {AddressMode::border, "border"}};

/// What a texture or surface object is made of.
enum class TextureResource : std::uint8_t {
  array,    ///< a CUDA array
  linear,   ///< consecutive memory, of which single texels are fetched by number
  pitched,  ///< rows of memory
};

/// A texture or surface object: the texels, in one of the launch's buffers, that a kernel reads by a 64-bit handle. Texels of a
/// row follow each other; rows are `pitch` bytes apart, slices and layers `slice`.
struct Texture {
  std::uint64_t handle = 0;  ///< what the kernel has; never 0
  bool surface = false;      ///< for suld and sust; otherwise for tex
  TextureResource resource = TextureResource::array;
  std::uint32_t buffer = 0;                        ///< index among the launch's buffers (buffers_of())
  std::uint64_t offset = 0;                        ///< bytes from the buffer's start to the first texel
  std::uint32_t width = 0, height = 1, depth = 1;  ///< texels; depth: slices, or layers of one that is `layered`
  std::uint64_t pitch = 0, slice = 0;              ///< bytes
  std::uint8_t dimensions = 1;                     ///< of a layer: 1 to 3
  bool layered = false;
  ChannelKind kind = ChannelKind::floating;
  std::uint8_t bits = 32;     ///< of each number: 8, 16 or 32
  std::uint8_t channels = 1;  ///< numbers of a texel: 1, 2 or 4
  std::array<AddressMode, 3> modes{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  bool linear_filter = false;     ///< blends the neighbours; otherwise the nearest texel
  bool normalised_reads = false;  ///< integers are read as floating-point numbers from 0, or -1, to 1
  bool normalised_coordinates = false;
  std::array<float, 4> border{};  ///< colour for AddressMode::border

  std::uint32_t texel_bytes() const { return std::uint32_t{bits} / 8 * channels; }
  /// Whether a fetch gives floating-point numbers.
  bool reads_floating() const { return kind == ChannelKind::floating || normalised_reads; }
  bool operator==(const Texture&) const = default;
};

/// What is wrong with textures of a launch whose buffers have these sizes in bytes: texels outside of the buffer, which nothing
/// may reach, a format that does not exist, handles that are not ascending. Empty: nothing.
std::string contradiction(std::span<const Texture> textures, std::span<const std::uint64_t> buffer_bytes);

/// The texture with that handle among textures in order; null if there is none.
const Texture* find_texture(std::span<const Texture> textures, std::uint64_t handle);

}  // namespace warplens::launch
