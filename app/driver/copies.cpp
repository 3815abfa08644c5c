#include "cudart/arrays.h"
#include "cudart/transfer.h"
#include "driver/driver.h"

// Copies and memsets.

namespace warplens::driver {
namespace {

using cudart::Transfer;
using runtime::CopyKind;
using runtime::Layout;
using runtime::Rows;

CUresult transfer(const char* name, const Transfer& wanted, CUstream stream, bool waits) {
  return by_runtime(name, [&] { return cudart::copy(name, wanted, stream, waits); });
}

/// Where a side's bytes begin; null for what has none, such as an array.
std::byte* begin_of(CUmemorytype type, const void* host, CUdeviceptr device) {
  if (type == CU_MEMORYTYPE_HOST) return static_cast<std::byte*>(const_cast<void*>(host));
  return type == CU_MEMORYTYPE_ARRAY ? nullptr : static_cast<std::byte*>(pointer(device));
}

/// The direction, where both sides say theirs.
CopyKind kind_of(CUmemorytype to, CUmemorytype from) {
  if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return CopyKind::by_pointers;
  if (from == CU_MEMORYTYPE_HOST) return to == CU_MEMORYTYPE_HOST ? CopyKind::host_to_host : CopyKind::host_to_device;
  return to == CU_MEMORYTYPE_HOST ? CopyKind::device_to_host : CopyKind::device_to_device;
}

/// The rows of one side from its position on. A pitch or height of 0 means that of the copy.
Rows rows_of(std::byte* begin, std::size_t x, std::size_t y, std::size_t z, std::size_t pitch, std::size_t height,
             const Layout& layout) {
  const std::size_t each = pitch != 0 ? pitch : layout.width, rows = height != 0 ? height : layout.height;
  return {begin + (z * rows + y) * each + x, each, rows};
}

CUresult copy_3d(const char* name, const CUDA_MEMCPY3D* parameters, CUstream stream, bool waits) {
  if (parameters == nullptr) return refused(name, runtime::Status::invalid_value);
  const CUDA_MEMCPY3D& all = *parameters;
  std::byte* const to = begin_of(all.dstMemoryType, all.dstHost, all.dstDevice);
  std::byte* const from = begin_of(all.srcMemoryType, all.srcHost, all.srcDevice);
  const Layout layout{all.WidthInBytes, all.Height, all.Depth};
  const bool to_array = all.dstMemoryType == CU_MEMORYTYPE_ARRAY, from_array = all.srcMemoryType == CU_MEMORYTYPE_ARRAY;
  if ((to == nullptr && !to_array) || (from == nullptr && !from_array)) return refused(name, runtime::Status::invalid_value);
  if (to_array || from_array) {
    const auto array = [](CUarray handle) { return reinterpret_cast<cudaArray_const_t>(handle); };
    const cudart::Side there{.in_array = to_array,
                             .array = array(all.dstArray),
                             .at = {all.dstXInBytes, all.dstY, all.dstZ},
                             .rows = rows_of(to, all.dstXInBytes, all.dstY, all.dstZ, all.dstPitch, all.dstHeight, layout)};
    const cudart::Side here{.in_array = from_array,
                            .array = array(all.srcArray),
                            .at = {all.srcXInBytes, all.srcY, all.srcZ},
                            .rows = rows_of(from, all.srcXInBytes, all.srcY, all.srcZ, all.srcPitch, all.srcHeight, layout)};
    return by_runtime(name, [&] {
      return cudart::copy_rows(name, there, here, layout, kind_of(all.dstMemoryType, all.srcMemoryType), stream, waits);
    });
  }
  return transfer(name,
                  {rows_of(to, all.dstXInBytes, all.dstY, all.dstZ, all.dstPitch, all.dstHeight, layout),
                   rows_of(from, all.srcXInBytes, all.srcY, all.srcZ, all.srcPitch, all.srcHeight, layout), layout,
                   kind_of(all.dstMemoryType, all.srcMemoryType)},
                  stream, waits);
}

CUresult copy_2d(const char* name, const CUDA_MEMCPY2D* parameters, CUstream stream, bool waits) {
  if (parameters == nullptr) return refused(name, runtime::Status::invalid_value);
  const CUDA_MEMCPY2D& flat = *parameters;
  CUDA_MEMCPY3D all{};
  all.srcXInBytes = flat.srcXInBytes;
  all.srcY = flat.srcY;
  all.srcMemoryType = flat.srcMemoryType;
  all.srcHost = flat.srcHost;
  all.srcDevice = flat.srcDevice;
  all.srcArray = flat.srcArray;
  all.srcPitch = flat.srcPitch;
  all.dstXInBytes = flat.dstXInBytes;
  all.dstY = flat.dstY;
  all.dstMemoryType = flat.dstMemoryType;
  all.dstHost = flat.dstHost;
  all.dstDevice = flat.dstDevice;
  all.dstArray = flat.dstArray;
  all.dstPitch = flat.dstPitch;
  all.WidthInBytes = flat.WidthInBytes;
  all.Height = flat.Height;
  all.Depth = 1;
  return copy_3d(name, &all, stream, waits);
}

/// `count` values of `unit` bytes in each of `height` rows.
CUresult set(const char* name, CUdeviceptr to, std::size_t pitch, std::uint32_t value, std::uint32_t unit, std::size_t count,
             std::size_t height, CUstream stream) {
  if (count > SIZE_MAX / unit) return refused(name, runtime::Status::invalid_value);
  const std::size_t width = count * unit;
  return by_runtime(name, [&] {
    return cudart::set(name, {pointer(to), pitch != 0 ? pitch : width, height}, {value, unit}, {width, height, 1}, stream);
  });
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;
using cudart::bytes_of;

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return transfer(__func__, bytes_of(pointer(to), pointer(from), bytes, CopyKind::by_pointers), nullptr, true);
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return transfer(__func__, bytes_of(pointer(to), pointer(from), bytes, CopyKind::by_pointers), stream, false);
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return transfer("cuMemcpyHtoD", bytes_of(pointer(to), from, bytes, CopyKind::host_to_device), nullptr, true);
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return transfer("cuMemcpyDtoH", bytes_of(to, pointer(from), bytes, CopyKind::device_to_host), nullptr, true);
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return transfer("cuMemcpyDtoD", bytes_of(pointer(to), pointer(from), bytes, CopyKind::device_to_device), nullptr, true);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return transfer("cuMemcpyHtoDAsync", bytes_of(pointer(to), from, bytes, CopyKind::host_to_device), stream, false);
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return transfer("cuMemcpyDtoHAsync", bytes_of(to, pointer(from), bytes, CopyKind::device_to_host), stream, false);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return transfer("cuMemcpyDtoDAsync", bytes_of(pointer(to), pointer(from), bytes, CopyKind::device_to_device), stream, false);
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* parameters) { return copy_2d("cuMemcpy2D", parameters, nullptr, true); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* parameters) {
  return copy_2d("cuMemcpy2DUnaligned", parameters, nullptr, true);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* parameters, CUstream stream) {
  return copy_2d("cuMemcpy2DAsync", parameters, stream, false);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* parameters) { return copy_3d("cuMemcpy3D", parameters, nullptr, true); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* parameters, CUstream stream) {
  return copy_3d("cuMemcpy3DAsync", parameters, stream, false);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  return set("cuMemsetD8", to, 0, value, 1, count, 1, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  return set("cuMemsetD16", to, 0, value, 2, count, 1, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
  return set("cuMemsetD32", to, 0, value, 4, count, 1, nullptr);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  return set(__func__, to, 0, value, 1, count, 1, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  return set(__func__, to, 0, value, 2, count, 1, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  return set(__func__, to, 0, value, 4, count, 1, stream);
}
CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height) {
  return set("cuMemsetD2D8", to, pitch, value, 1, width, height, nullptr);
}
CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height) {
  return set("cuMemsetD2D16", to, pitch, value, 2, width, height, nullptr);
}
CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height) {
  return set("cuMemsetD2D32", to, pitch, value, 4, width, height, nullptr);
}
