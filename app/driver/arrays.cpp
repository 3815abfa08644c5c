#include <algorithm>
#include <iterator>
#include <mutex>

#include "cudart/arrays.h"
#include "driver/driver.h"

// Arrays, texture and surface objects: the runtime's, by the driver's descriptions.

namespace warplens::driver {
namespace {

using runtime::CopyKind;

cudaArray_t runtimes(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

/// None of the runtime's formats for what is no format.
cudaChannelFormatDesc format_of(CUarray_format format, unsigned channels) {
  const bool floating = format == CU_AD_FORMAT_FLOAT || format == CU_AD_FORMAT_HALF;
  const bool has_sign = format >= CU_AD_FORMAT_SIGNED_INT8 && format <= CU_AD_FORMAT_SIGNED_INT32;
  const bool has_none = format >= CU_AD_FORMAT_UNSIGNED_INT8 && format <= CU_AD_FORMAT_UNSIGNED_INT32;
  const int bits = format == CU_AD_FORMAT_FLOAT  ? 32
                   : format == CU_AD_FORMAT_HALF ? 16
                   : has_sign                    ? 8 << (format - CU_AD_FORMAT_SIGNED_INT8)
                   : has_none                    ? 8 << (format - CU_AD_FORMAT_UNSIGNED_INT8)
                                                 : 0;
  const auto of_channel = [&](unsigned channel) { return channel < channels ? bits : 0; };
  return {of_channel(0), of_channel(1), of_channel(2), of_channel(3),
          floating   ? cudaChannelFormatKindFloat
          : has_sign ? cudaChannelFormatKindSigned
          : has_none ? cudaChannelFormatKindUnsigned
                     : cudaChannelFormatKindNone};
}

CUarray_format format_of(const cudaChannelFormatDesc& format) {
  if (format.f == cudaChannelFormatKindFloat) return format.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  const int first = format.f == cudaChannelFormatKindSigned ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
  return static_cast<CUarray_format>(first + (format.x == 8 ? 0 : format.x == 16 ? 1 : 2));
}

CUresult create_array(const char* name, CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR& description) {
  if (array == nullptr) return refused(name, runtime::Status::invalid_value);
  const cudaChannelFormatDesc format = format_of(description.Format, description.NumChannels);
  cudaArray_t made = nullptr;
  const CUresult result = by_runtime(name, [&] {
    return cudaMalloc3DArray(&made, &format, {description.Width, description.Height, description.Depth}, description.Flags);
  });
  *array = reinterpret_cast<CUarray>(made);
  // The driver has no error of its own for a format.
  const bool of_format = static_cast<int>(result) == static_cast<int>(runtime::Status::invalid_channel_descriptor);
  return of_format ? CUDA_ERROR_INVALID_VALUE : result;
}

CUresult describe_array(const char* name, CUDA_ARRAY3D_DESCRIPTOR& description, CUarray array) {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 0;
  const CUresult result = by_runtime(name, [&] { return cudaArrayGetInfo(&format, &extent, &flags, runtimes(array)); });
  if (result != CUDA_SUCCESS) return result;
  const int bits[] = {format.x, format.y, format.z, format.w};
  const auto channels = std::count_if(std::begin(bits), std::end(bits), [](int each) { return each != 0; });
  description = {extent.width, extent.height, extent.depth, format_of(format), static_cast<unsigned>(channels), flags};
  return result;
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC& asked) {
  cudaResourceDesc resource{};
  resource.resType = static_cast<cudaResourceType>(asked.resType);
  if (asked.resType == CU_RESOURCE_TYPE_ARRAY) {
    resource.res.array.array = runtimes(asked.res.array.hArray);
  } else if (asked.resType == CU_RESOURCE_TYPE_LINEAR) {
    const auto& linear = asked.res.linear;
    resource.res.linear = {pointer(linear.devPtr), format_of(linear.format, linear.numChannels), linear.sizeInBytes};
  } else if (asked.resType == CU_RESOURCE_TYPE_PITCH2D) {
    const auto& rows = asked.res.pitch2D;
    resource.res.pitch2D = {pointer(rows.devPtr), format_of(rows.format, rows.numChannels), rows.width, rows.height,
                            rows.pitchInBytes};
  }
  return resource;
}

/// Bits of a number of the texels; 0 if they are not known.
int bits_of(const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeLinear) return resource.res.linear.desc.x;
  if (resource.resType == cudaResourceTypePitch2D) return resource.res.pitch2D.desc.x;
  const std::lock_guard turn(cudart::calls_in_turn());
  const runtime::Array* const array = cudart::array_of(cudart::program(), resource.res.array.array);
  return array != nullptr ? int{array->texels.bits} : 0;
}

/// Integers of 8 and 16 bits are read as numbers up to 1 unless CU_TRSF_READ_AS_INTEGER is asked for (CUDA Driver API,
/// cuTexObjectCreate).
cudaTextureDesc description_of(const CUDA_TEXTURE_DESC& asked, int bits) {
  cudaTextureDesc description{};
  for (std::size_t d = 0; d < std::size(asked.addressMode); ++d)
    description.addressMode[d] = static_cast<cudaTextureAddressMode>(asked.addressMode[d]);
  std::ranges::copy(asked.borderColor, description.borderColor);
  description.filterMode = static_cast<cudaTextureFilterMode>(asked.filterMode);
  const bool as_they_are = (asked.flags & CU_TRSF_READ_AS_INTEGER) != 0 || bits == 32;
  description.readMode = as_they_are ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  description.normalizedCoords = (asked.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  description.sRGB = (asked.flags & CU_TRSF_SRGB) != 0;
  return description;
}

CUresult copy(const char* name, CUarray array, std::size_t offset, void* memory, std::size_t bytes, bool to_array,
              CopyKind kind) {
  return by_runtime(name, [&] { return cudart::copy_flat(name, runtimes(array), offset, 0, memory, bytes, to_array, kind); });
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* description) {
  if (description == nullptr) return refused("cuArrayCreate", runtime::Status::invalid_value);
  return create_array("cuArrayCreate", array,
                      {description->Width, description->Height, 0, description->Format, description->NumChannels, 0});
}
CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* description) {
  if (description == nullptr) return refused("cuArray3DCreate", runtime::Status::invalid_value);
  return create_array("cuArray3DCreate", array, *description);
}
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* description, CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR all{};
  if (description == nullptr) return refused("cuArrayGetDescriptor", runtime::Status::invalid_value);
  const CUresult result = describe_array("cuArrayGetDescriptor", all, array);
  if (result == CUDA_SUCCESS) *description = {all.Width, all.Height, all.Format, all.NumChannels};
  return result;
}
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* description, CUarray array) {
  if (description == nullptr) return refused("cuArray3DGetDescriptor", runtime::Status::invalid_value);
  return describe_array("cuArray3DGetDescriptor", *description, array);
}
CUresult cuArrayDestroy(CUarray array) {
  if (array == nullptr) return refused(__func__, runtime::Status::invalid_handle);
  return by_runtime(__func__, [&] { return cudaFreeArray(runtimes(array)); });
}

CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void* from, size_t bytes) {
  return copy("cuMemcpyHtoA", to, offset, const_cast<void*>(from), bytes, true, CopyKind::host_to_device);
}
CUresult cuMemcpyAtoH(void* to, CUarray from, size_t offset, size_t bytes) {
  return copy("cuMemcpyAtoH", from, offset, to, bytes, false, CopyKind::device_to_host);
}
CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes) {
  return copy("cuMemcpyDtoA", to, offset, pointer(from), bytes, true, CopyKind::device_to_device);
}
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes) {
  return copy("cuMemcpyAtoD", from, offset, pointer(to), bytes, false, CopyKind::device_to_device);
}

CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* description,
                           const CUDA_RESOURCE_VIEW_DESC* view) {
  if (texture == nullptr || resource == nullptr || description == nullptr)
    return refused(__func__, runtime::Status::invalid_value);
  if (view != nullptr && view->format != 0)
    return refused(__func__, runtime::Status::not_supported, "other views of a texture's memory are not modelled");
  const cudaResourceDesc made_of = resource_of(*resource);
  const cudaTextureDesc read = description_of(*description, bits_of(made_of));
  return by_runtime(__func__, [&] { return cudaCreateTextureObject(texture, &made_of, &read, nullptr); });
}
CUresult cuTexObjectDestroy(CUtexObject texture) {
  return by_runtime(__func__, [&] { return cudaDestroyTextureObject(texture); });
}
CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
  if (surface == nullptr || resource == nullptr) return refused(__func__, runtime::Status::invalid_value);
  const cudaResourceDesc made_of = resource_of(*resource);
  return by_runtime(__func__, [&] { return cudaCreateSurfaceObject(surface, &made_of); });
}
CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  return by_runtime(__func__, [&] { return cudaDestroySurfaceObject(surface); });
}
