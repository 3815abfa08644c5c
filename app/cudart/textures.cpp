#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "cudart/arrays.h"
#include "cudart/texture_limits.h"

// Texture and surface objects.

namespace warplens::cudart {
namespace {

using runtime::Allocation;
using runtime::Array;
using runtime::Program;
using runtime::Status;
using runtime::TextureObject;

// Bytes: cudaDeviceProp::textureAlignment and texturePitchAlignment of cards since compute capability 3.0.
constexpr std::uint64_t texture_alignment = 512, pitch_alignment = 32;

template <typename T>
std::vector<std::byte> bytes_of_structure(const T& structure) {
  std::vector<std::byte> bytes(sizeof structure);
  std::memcpy(bytes.data(), &structure, sizeof structure);
  return bytes;
}

Status refuse(Program& program, Status status, std::string reason) {
  program.errors.explain(std::move(reason));
  return status;
}

/// The memory behind a pointer for a texture, which must have so many bytes from there on.
Status find_memory(Program& program, const void* pointer, std::uint64_t bytes, TextureObject& object) {
  const std::uint64_t address = program.memory.address_of(pointer);
  Allocation* const allocation = pointer != nullptr ? program.memory.find(address) : nullptr;
  if (allocation == nullptr || allocation->freed || allocation->constant)
    return refuse(program, Status::invalid_value, "a texture is made of device memory, which its pointer does not point to");
  if (allocation->number == 0)
    return refuse(program, Status::not_supported, "textures of variables and of memory from a kernel's malloc are not modelled");
  const std::uint64_t offset = address - allocation->address;
  if (offset > allocation->bytes || bytes > allocation->bytes - offset)
    return refuse(program, Status::invalid_value,
                  "the texture has " + base::counted(bytes, "byte") + " from byte " + base::grouped(offset) + " of " +
                      allocation->name + " on, which has " + base::grouped(allocation->bytes));
  if (offset % texture_alignment != 0)
    return refuse(program, Status::invalid_value,
                  "a texture begins at a multiple of " + base::grouped(texture_alignment) +
                      " bytes (textureAlignment); this one "
                      "begins at byte " +
                      base::grouped(offset) + " of " + allocation->name);
  object.allocation = allocation;
  object.texture.offset = offset;
  return Status::success;
}

Status use_linear(Program& program, const cudaResourceDesc& resource, TextureObject& object) {
  const auto& linear = resource.res.linear;
  const auto format = texels_of(linear.desc, program.errors);
  if (!format) return Status::invalid_channel_descriptor;
  object.texture = *format;
  object.texture.resource = launch::TextureResource::linear;
  const std::uint64_t texels = linear.sizeInBytes / format->texel_bytes();
  if (texels == 0 || texels > std::uint64_t{max_texture_line_of_memory})
    return refuse(program, Status::invalid_value,
                  "a texture of consecutive memory has 1 to " + base::grouped(std::uint64_t{max_texture_line_of_memory}) +
                      " texels, not " + base::grouped(texels));
  object.texture.width = static_cast<std::uint32_t>(texels);
  return find_memory(program, linear.devPtr, linear.sizeInBytes, object);
}

Status use_pitched(Program& program, const cudaResourceDesc& resource, TextureObject& object) {
  const auto& pitched = resource.res.pitch2D;
  const auto format = texels_of(pitched.desc, program.errors);
  if (!format) return Status::invalid_channel_descriptor;
  object.texture = *format;
  launch::Texture& texture = object.texture;
  texture.resource = launch::TextureResource::pitched;
  texture.dimensions = 2;
  constexpr std::uint64_t widest = max_texture_rows[0], highest = max_texture_rows[1];
  if (pitched.width == 0 || pitched.height == 0 || pitched.width > widest || pitched.height > highest)
    return refuse(program, Status::invalid_value,
                  "a texture of rows has at most " + base::grouped(widest) + " × " + base::grouped(highest) +
                      " texels, and at "
                      "least one");
  const std::uint64_t row = pitched.width * format->texel_bytes();
  if (pitched.pitchInBytes % pitch_alignment != 0 || pitched.pitchInBytes < row ||
      pitched.pitchInBytes > std::uint64_t{max_texture_pitch})
    return refuse(program, Status::invalid_value,
                  "a pitch of " + base::counted(pitched.pitchInBytes, "byte") + " for rows of " + base::grouped(row) +
                      ": it is a multiple of " + base::grouped(pitch_alignment) +
                      " (texturePitchAlignment), as "
                      "cudaMallocPitch gives it, and not less than a row");
  texture.width = static_cast<std::uint32_t>(pitched.width);
  texture.height = static_cast<std::uint32_t>(pitched.height);
  texture.pitch = pitched.pitchInBytes;
  return find_memory(program, pitched.devPtr, (pitched.height - 1) * pitched.pitchInBytes + row, object);
}

Status use_array(Program& program, const cudaResourceDesc& resource, TextureObject& object) {
  const Array* const array = array_of(program, resource.res.array.array);
  if (array == nullptr) return Status::invalid_handle;
  object.texture = array->texels;
  object.allocation = array->allocation;
  return Status::success;
}

Status use_resource(Program& program, const cudaResourceDesc& resource, TextureObject& object) {
  object.resource = bytes_of_structure(resource);
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return use_array(program, resource, object);
    case cudaResourceTypeLinear:
      return use_linear(program, resource, object);
    case cudaResourceTypePitch2D:
      return use_pitched(program, resource, object);
    case cudaResourceTypeMipmappedArray:
      return refuse(program, Status::not_supported, "textures with mipmaps are not modelled");
  }
  return refuse(program, Status::invalid_value, "cudaResourceDesc::resType is none of the types that there are");
}

/// How the texture is read (cudaTextureDesc).
Status use_description(Program& program, const cudaTextureDesc& asked, TextureObject& object) {
  launch::Texture& texture = object.texture;
  object.description = bytes_of_structure(asked);
  const bool linear = texture.resource == launch::TextureResource::linear;
  if (asked.sRGB != 0) return refuse(program, Status::not_supported, "sRGB textures are not modelled");
  for (std::size_t d = 0; d < texture.modes.size(); ++d) {
    const auto mode = static_cast<unsigned>(asked.addressMode[d]);
    if (mode >= base::enumerators<launch::AddressMode>)
      return refuse(program, Status::invalid_value, "an address mode that does not exist: is cudaTextureDesc cleared?");
    texture.modes[d] = static_cast<launch::AddressMode>(mode);
    texture.border[d] = asked.borderColor[d];
  }
  texture.border[3] = asked.borderColor[3];
  const bool integers = texture.kind != launch::ChannelKind::floating;
  texture.normalised_reads = integers && asked.readMode == cudaReadModeNormalizedFloat;
  if (texture.normalised_reads && texture.bits == 32)
    return refuse(
        program, Status::invalid_norm_setting,
        "integers of 32 bits are not read as numbers up to 1 (cudaReadModeNormalizedFloat); those of 8 and 16 bits are");
  texture.linear_filter = asked.filterMode == cudaFilterModeLinear && !linear;
  if (texture.linear_filter && !texture.reads_floating())
    return refuse(program, Status::invalid_filter_setting,
                  "only floating-point numbers are filtered: texels of integers need cudaReadModeNormalizedFloat for that");
  texture.normalised_coordinates = asked.normalizedCoords != 0;
  return Status::success;
}

cudaError_t destroy(const char* function, std::uint64_t handle, bool surface) {
  return question(function, [&](Program& program, const runtime::Call&) {
    if (handle == 0) return Status::success;
    if (program.textures.object(handle, surface) == nullptr)
      return refuse(program, Status::invalid_value,
                    surface ? "it got no surface object, or one that has been destroyed"
                            : "it got no texture object, or one that has been destroyed");
    program.textures.remove_object(handle);
    return Status::success;
  });
}

template <typename T>
cudaError_t describe(const char* function, T* to, std::uint64_t handle, bool surface,
                     std::vector<std::byte> TextureObject::*kept) {
  return question(function, [&](Program& program, const runtime::Call&) {
    const TextureObject* const object = program.textures.object(handle, surface);
    if (to == nullptr || object == nullptr || (object->*kept).size() != sizeof *to) return Status::invalid_value;
    std::memcpy(to, (object->*kept).data(), sizeof *to);
    return Status::success;
  });
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    if (texture == nullptr || resource == nullptr || description == nullptr) return Status::invalid_value;
    *texture = 0;
    if (view != nullptr && view->format != cudaResViewFormatNone)
      return refuse(program, Status::not_supported, "other views of a texture's memory (cudaResourceViewDesc) are not modelled");
    TextureObject object;
    if (const Status status = use_resource(program, *resource, object); status != Status::success) return status;
    if (const Status status = use_description(program, *description, object); status != Status::success) return status;
    *texture = program.textures.add(std::move(object));
    return Status::success;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) { return destroy(__func__, texture, false); }

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return describe(__func__, resource, texture, false, &TextureObject::resource);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
  return describe(__func__, description, texture, false, &TextureObject::description);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    if (surface == nullptr || resource == nullptr) return Status::invalid_value;
    *surface = 0;
    if (resource->resType != cudaResourceTypeArray)
      return refuse(program, Status::invalid_value, "a surface is made of an array");
    const Array* const array = array_of(program, resource->res.array.array);
    if (array == nullptr) return Status::invalid_handle;
    if ((array->flags & cudaArraySurfaceLoadStore) == 0)
      return refuse(program, Status::invalid_value,
                    "a surface is made of an array that was allocated with cudaArraySurfaceLoadStore");
    TextureObject object;
    if (const Status status = use_resource(program, *resource, object); status != Status::success) return status;
    object.texture.surface = true;
    *surface = program.textures.add(std::move(object));
    return Status::success;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) { return destroy(__func__, surface, true); }

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  return describe(__func__, resource, surface, true, &TextureObject::resource);
}
