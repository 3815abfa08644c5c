#include "cudart/arrays.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "cudart/texture_limits.h"
#include "cudart/transfer.h"

// Arrays: allocation, and copies from and to them.

namespace warplens::cudart {
namespace {

using runtime::Array;
using runtime::CopyKind;
using runtime::Layout;
using runtime::Program;
using runtime::Rows;
using runtime::Status;

cudaArray_t handle_of(std::uint32_t array) { return make_handle<cudaArray_t>(array); }

std::optional<std::uint32_t> number_of_array(cudaArray_const_t handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value < first_handle || (value - first_handle) % handle_step != 0) return std::nullopt;
  return static_cast<std::uint32_t>((value - first_handle) / handle_step);
}

/// The type of a texel's numbers, for the memory's elements.
launch::ElementType element_of(const launch::Texture& texels) {
  using enum launch::ElementType;
  const bool has_sign = texels.kind == launch::ChannelKind::signed_integer;
  if (texels.kind == launch::ChannelKind::floating) return texels.bits == 32 ? f32 : u16;
  return texels.bits == 8 ? (has_sign ? i8 : u8) : texels.bits == 16 ? (has_sign ? i16 : u16) : has_sign ? i32 : u32;
}

Status allocate_array(Program& program, cudaArray_t* handle, const cudaChannelFormatDesc* description, const cudaExtent& extent,
                      unsigned flags, const runtime::Call& call) {
  if (handle == nullptr || description == nullptr) return Status::invalid_value;
  *handle = nullptr;
  constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
  if ((flags & ~known) != 0) {
    program.errors.explain(
        "of an array's flags, cudaArrayLayered, cudaArraySurfaceLoadStore and cudaArrayTextureGather are "
        "modelled; there are no cube maps and no sparse arrays");
    return Status::not_supported;
  }
  const auto format = texels_of(*description, program.errors);
  if (!format) return Status::invalid_channel_descriptor;
  const bool layered = (flags & cudaArrayLayered) != 0;
  const bool volume = !layered && extent.depth != 0;
  if (extent.width == 0 || (volume && extent.height == 0) || (layered && extent.depth == 0)) {
    program.errors.explain(extent.width == 0 ? "an array without width"
                           : layered         ? "an array in layers needs their number as its depth"
                                             : "an array with a depth needs a height, too");
    return Status::invalid_value;
  }
  const int dimensions = volume ? 3 : extent.height != 0 ? 2 : 1;
  const auto most = max_array(dimensions, layered, (flags & cudaArraySurfaceLoadStore) != 0);
  if (extent.width > most[0] || extent.height > most[1] || extent.depth > most[2]) {
    program.errors.explain("such an array has at most " + base::grouped(most[0]) + " × " + base::grouped(most[1]) + " × " +
                           base::grouped(most[2]) + " texels");
    return Status::invalid_value;
  }
  Array array{.texels = *format, .flags = flags, .width = extent.width, .height = extent.height, .depth = extent.depth};
  launch::Texture& texels = array.texels;
  texels.width = static_cast<std::uint32_t>(extent.width);
  texels.height = static_cast<std::uint32_t>(std::max<std::size_t>(extent.height, 1));
  texels.depth = static_cast<std::uint32_t>(std::max<std::size_t>(extent.depth, 1));
  texels.pitch = extent.width * texels.texel_bytes();
  texels.slice = texels.pitch * texels.height;
  texels.layered = layered;
  texels.dimensions = static_cast<std::uint8_t>(dimensions);
  array.allocation = program.memory.allocate(runtime::MemoryKind::device, texels.slice * texels.depth, call);
  if (array.allocation == nullptr) return Status::memory_allocation;
  array.allocation->type = element_of(texels);
  program.journal.write({{"event", "allocation"}, {"number", array.allocation->number}, {"call", runtime::json_of(call)}});
  *handle = handle_of(program.textures.add(array));
  return Status::success;
}

CopyKind direction_of(cudaMemcpyKind kind) { return static_cast<CopyKind>(kind); }

Side in_array(cudaArray_const_t array, std::size_t x, std::size_t y) {
  return {.in_array = true, .array = array, .at = {x, y, 0}};
}

Side in_memory(const void* pointer, std::size_t pitch, std::size_t height) {
  return {.rows = {const_cast<void*>(pointer), pitch, height}};
}

/// The side of a 3-D copy at `at`; of an array in texels of so many bytes.
Side side_of(cudaArray_const_t array, const cudaPitchedPtr& pitched, const cudaPos& at, std::size_t texel) {
  if (array != nullptr) return {.in_array = true, .array = array, .at = {at.x * texel, at.y, at.z}};
  return in_memory(static_cast<std::byte*>(pitched.ptr) + (at.z * pitched.ysize + at.y) * pitched.pitch + at.x, pitched.pitch,
                   pitched.ysize);
}

/// With an array, the extent and places in arrays count its texels (CUDA Runtime API, cudaMemcpy3D).
cudaError_t copy_3d(const char* function, const cudaMemcpy3DParms* parameters, const void* stream, bool waits) {
  if (parameters == nullptr) return work(function, [](Program&, const runtime::Call&) { return Status::invalid_value; });
  const cudaMemcpy3DParms& asked = *parameters;
  std::size_t texel = 1;
  if (cudaArray_const_t array = asked.dstArray != nullptr ? asked.dstArray : asked.srcArray; array != nullptr) {
    const std::lock_guard turn(calls_in_turn());
    if (const Array* const found = array_of(program(), array); found != nullptr) texel = found->texels.texel_bytes();
  }
  const Layout layout{asked.extent.width * texel, asked.extent.height, asked.extent.depth};
  return copy_rows(function, side_of(asked.dstArray, asked.dstPtr, asked.dstPos, texel),
                   side_of(asked.srcArray, asked.srcPtr, asked.srcPos, texel), layout, direction_of(asked.kind), stream, waits);
}

}  // namespace

std::optional<launch::Texture> texels_of(const cudaChannelFormatDesc& description, runtime::Errors& errors) {
  launch::Texture texels;
  const std::array bits{description.x, description.y, description.z, description.w};
  const auto channels = std::ranges::find(bits, 0) - bits.begin();
  const bool alike = std::all_of(bits.begin(), bits.begin() + channels, [&](int each) { return each == bits[0]; }) &&
                     std::all_of(bits.begin() + channels, bits.end(), [](int each) { return each == 0; });
  const bool floating = description.f == cudaChannelFormatKindFloat;
  const bool known = description.f == cudaChannelFormatKindSigned || description.f == cudaChannelFormatKindUnsigned || floating;
  const bool width = bits[0] == 32 || bits[0] == 16 || (bits[0] == 8 && !floating);
  if (!known || !alike || !width || channels == 3) {
    errors.explain(channels == 3 && known
                       ? "texels have 1, 2 or 4 numbers, not 3"
                       : "texels of such a format are not modelled: theirs are 1, 2 or 4 integers of 8, 16 or 32 "
                         "bits, or floating-point numbers of 16 or 32 bits, all alike");
    return std::nullopt;
  }
  texels.kind = floating                                       ? launch::ChannelKind::floating
                : description.f == cudaChannelFormatKindSigned ? launch::ChannelKind::signed_integer
                                                               : launch::ChannelKind::unsigned_integer;
  texels.bits = static_cast<std::uint8_t>(bits[0]);
  texels.channels = static_cast<std::uint8_t>(channels);
  return texels;
}

cudaChannelFormatDesc description_of(const launch::Texture& texels) {
  const auto bits = [&](int channel) { return channel < texels.channels ? int{texels.bits} : 0; };
  return {bits(0), bits(1), bits(2), bits(3),
          texels.kind == launch::ChannelKind::floating         ? cudaChannelFormatKindFloat
          : texels.kind == launch::ChannelKind::signed_integer ? cudaChannelFormatKindSigned
                                                               : cudaChannelFormatKindUnsigned};
}

runtime::Array* array_of(runtime::Program& program, cudaArray_const_t handle) {
  const auto number = number_of_array(handle);
  runtime::Array* const array = number ? program.textures.array(*number) : nullptr;
  if (array == nullptr) program.errors.explain("it got no array, or one that has been freed");
  return array;
}

std::optional<runtime::Rows> rows_of(runtime::Program& program, const runtime::Array& array, const cudaPos& at,
                                     const runtime::Layout& layout) {
  const launch::Texture& texels = array.texels;
  const auto fits = [](std::uint64_t begin, std::uint64_t count, std::uint64_t extent) {
    return begin <= extent && count <= extent - begin;
  };
  if (!fits(at.x, layout.width, texels.pitch) || !fits(at.y, layout.height, texels.height) ||
      !fits(at.z, layout.depth, texels.depth)) {
    const auto extents = [](std::uint64_t bytes, std::uint64_t rows, std::uint64_t slices) {
      return base::grouped(slices) + " × " + base::counted(rows, "row") + " of " + base::counted(bytes, "byte");
    };
    program.errors.explain("the copy has " + extents(layout.width, layout.height, layout.depth) + ", from byte " +
                           base::grouped(std::uint64_t{at.x}) + " of row " + base::grouped(std::uint64_t{at.y}) + " of slice " +
                           base::grouped(std::uint64_t{at.z}) + " on; the array has " +
                           extents(texels.pitch, texels.height, texels.depth));
    return std::nullopt;
  }
  auto* const first = static_cast<std::byte*>(array.allocation->pointer);
  return runtime::Rows{first + at.z * texels.slice + at.y * texels.pitch + at.x, texels.pitch, texels.height};
}

cudaError_t copy_rows(const char* function, const Side& to, const Side& from, const Layout& layout, CopyKind kind,
                      const void* stream, bool waits) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    Transfer transfer{to.rows, from.rows, layout, kind};
    for (const auto& [side, rows] : {std::pair{&to, &transfer.to}, std::pair{&from, &transfer.from}}) {
      if (!side->in_array) continue;
      const Array* const array = array_of(program, side->array);
      if (array == nullptr) return Status::invalid_handle;
      const auto found = rows_of(program, *array, side->at, layout);
      if (!found) return Status::invalid_value;
      *rows = *found;
    }
    return carry_out(program, transfer, stream, waits, call);
  });
}

cudaError_t copy_flat(const char* function, cudaArray_const_t handle, std::size_t x, std::size_t y, void* memory,
                      std::size_t bytes, bool to_array, CopyKind kind) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const Array* const array = array_of(program, handle);
    if (array == nullptr) return Status::invalid_handle;
    const auto rows = rows_of(program, *array, {x, y, 0}, {1, 1, 1});
    if (!rows) return Status::invalid_value;
    const Transfer transfer =
        to_array ? bytes_of(rows->pointer, memory, bytes, kind) : bytes_of(memory, rows->pointer, bytes, kind);
    return carry_out(program, transfer, nullptr, true, call);
  });
}

}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* description, cudaArray_const_t array) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    const Array* const found = array_of(program, array);
    if (found == nullptr) return Status::invalid_handle;
    if (description == nullptr) return Status::invalid_value;
    *description = description_of(found->texels);
    return Status::success;
  });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* description, size_t width, size_t height,
                            unsigned flags) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    return allocate_array(program, array, description, {width, height, 0}, flags, call);
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* description, cudaExtent extent, unsigned flags) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    return allocate_array(program, array, description, extent, flags, call);
  });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t*, const cudaChannelFormatDesc*, cudaExtent, unsigned, unsigned) {
  return work(__func__, [](Program& program, const runtime::Call&) {
    program.errors.explain("arrays with mipmaps are not modelled");
    return Status::not_supported;
  });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return question(__func__, [&](Program& program, const runtime::Call& call) {
    if (array == nullptr) return Status::success;
    const Array* const found = array_of(program, array);
    if (found == nullptr) return Status::invalid_handle;
    const Status status = program.free(found->allocation->pointer, false, call);
    program.textures.remove_array(*number_of_array(array));
    return status;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* description, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    const Array* const found = array_of(program, array);
    if (found == nullptr) return Status::invalid_handle;
    if (description != nullptr) *description = description_of(found->texels);
    if (extent != nullptr)
      *extent = make_cudaExtent(static_cast<std::size_t>(found->width), static_cast<std::size_t>(found->height),
                                static_cast<std::size_t>(found->depth));
    if (flags != nullptr) *flags = found->flags;
    return Status::success;
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_flat(__func__, to, x, y, const_cast<void*>(from), bytes, true, direction_of(kind));
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  return copy_flat(__func__, from, x, y, to, bytes, false, direction_of(kind));
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  return copy_rows(__func__, in_array(to, x, y), in_memory(from, pitch, height), {width, height, 1}, direction_of(kind), nullptr,
                   true);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(__func__, in_array(to, x, y), in_memory(from, pitch, height), {width, height, 1}, direction_of(kind), stream,
                   false);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return copy_rows(__func__, in_memory(to, pitch, height), in_array(from, x, y), {width, height, 1}, direction_of(kind), nullptr,
                   true);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(__func__, in_memory(to, pitch, height), in_array(from, x, y), {width, height, 1}, direction_of(kind), stream,
                   false);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_rows(__func__, in_array(to, to_x, to_y), in_array(from, from_x, from_y), {width, height, 1}, direction_of(kind),
                   nullptr, true);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) { return copy_3d(__func__, parameters, nullptr, true); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_3d(__func__, parameters, stream, false);
}
