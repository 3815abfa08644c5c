#include "driver/driver.h"

// Memory and its addresses.

namespace warplens::driver {
namespace {

using runtime::Allocation;
using runtime::Call;
using runtime::MemoryKind;
using runtime::Program;
using runtime::Status;

void** as_pointer(CUdeviceptr* address) { return reinterpret_cast<void**>(address); }

/// The allocation that has this byte; null if none has.
const Allocation* allocation_at(Program& program, CUdeviceptr address) {
  if (const Allocation* const registered = program.memory.find_registered(pointer(address))) return registered;
  const Allocation* const found = program.memory.find(address);
  return found != nullptr && !found->freed && address - found->address < found->bytes ? found : nullptr;
}

template <typename T>
Status store(void* value, T what) {
  *static_cast<T*>(value) = what;
  return Status::success;
}

CUresult refused_sharing(const char* name) { return refused(name, Status::not_supported, "processes cannot share memory here"); }

Status attribute(Program& program, void* value, CUpointer_attribute which, CUdeviceptr address) {
  const Allocation* const found = allocation_at(program, address);
  if (value == nullptr || found == nullptr) return Status::invalid_value;
  const bool host = found->kind == MemoryKind::pinned || found->kind == MemoryKind::registered;
  switch (which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return store(value, current_context());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return store(value, host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: {
      const bool by_host = program.memory.find_registered(pointer(address)) != nullptr;
      const CUdeviceptr begin = by_host ? reinterpret_cast<std::uintptr_t>(found->memory) : found->address;
      return store(value, CUdeviceptr{found->address + (address - begin)});
    }
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return found->kind == MemoryKind::device || found->kind == MemoryKind::variable ? Status::invalid_value
                                                                                      : store(value, pointer(address));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return store(value, found->kind == MemoryKind::managed ? 1u : 0u);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return store(value, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return store(value, CUdeviceptr{found->address});
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return store(value, std::size_t{found->bytes});
  }
  return Status::not_supported;
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return by_runtime("cuMemGetInfo", [&] { return cudaMemGetInfo(free, total); });
}
CUresult cuMemAlloc(CUdeviceptr* memory, size_t bytes) {
  if (bytes == 0) return work("cuMemAlloc", [](Program&, const Call&) { return Status::invalid_value; });  // unlike cudaMalloc
  return by_runtime("cuMemAlloc", [&] { return cudaMalloc(as_pointer(memory), bytes); });
}
CUresult cuMemAllocPitch(CUdeviceptr* memory, size_t* pitch, size_t width, size_t height, unsigned) {
  return by_runtime("cuMemAllocPitch", [&] { return cudaMallocPitch(as_pointer(memory), pitch, width, height); });
}
CUresult cuMemAllocManaged(CUdeviceptr* memory, size_t bytes, unsigned flags) {
  return by_runtime(__func__, [&] { return cudaMallocManaged(as_pointer(memory), bytes, flags); });
}
CUresult cuMemAllocAsync(CUdeviceptr* memory, size_t bytes, CUstream stream) {
  return by_runtime(__func__, [&] { return cudaMallocAsync(as_pointer(memory), bytes, stream); });
}
CUresult cuMemFree(CUdeviceptr memory) {
  return by_runtime(
      "cuMemFree", [&] { return cudaFree(pointer(memory)); }, Needs::initialisation);
}
CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream) {
  return by_runtime(__func__, [&] { return cudaFreeAsync(pointer(memory), stream); });
}
CUresult cuMemAllocHost(void** memory, size_t bytes) {
  return by_runtime("cuMemAllocHost", [&] { return cudaMallocHost(memory, bytes); });
}
CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return by_runtime(__func__, [&] { return cudaHostAlloc(memory, bytes, flags); });
}
CUresult cuMemFreeHost(void* memory) {
  return by_runtime(
      __func__, [&] { return cudaFreeHost(memory); }, Needs::initialisation);
}
CUresult cuMemHostRegister(void* memory, size_t bytes, unsigned flags) {
  return by_runtime("cuMemHostRegister", [&] { return cudaHostRegister(memory, bytes, flags); });
}
CUresult cuMemHostUnregister(void* memory) {
  return by_runtime(__func__, [&] { return cudaHostUnregister(memory); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned flags) {
  return by_runtime("cuMemHostGetDevicePointer", [&] { return cudaHostGetDevicePointer(as_pointer(device), host, flags); });
}
CUresult cuMemHostGetFlags(unsigned* flags, void* host) {
  return by_runtime(__func__, [&] { return cudaHostGetFlags(flags, host); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes, CUdeviceptr address) {
  return work("cuMemGetAddressRange", [&](Program& program, const Call&) {
    const Allocation* const found = allocation_at(program, address);
    if (found == nullptr) return Status::not_found;
    if (begin != nullptr) *begin = found->address;
    if (bytes != nullptr) *bytes = found->bytes;
    return Status::success;
  });
}

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute which, CUdeviceptr address) {
  return work(__func__, [&](Program& program, const Call&) { return attribute(program, value, which, address); });
}
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** values, CUdeviceptr address) {
  return work(__func__, [&](Program& program, const Call&) {
    if (count > 0 && (attributes == nullptr || values == nullptr)) return Status::invalid_value;
    for (unsigned k = 0; k < count; ++k)
      (void)attribute(program, values[k], attributes[k], address);  // of what is no CUDA memory, values stay
    return Status::success;
  });
}

/// Numba asks for these when it begins, whether or not the program shares memory.
CUresult cuIpcGetMemHandle(CUipcMemHandle*, CUdeviceptr) { return refused_sharing(__func__); }
CUresult cuIpcOpenMemHandle(CUdeviceptr*, CUipcMemHandle, unsigned) { return refused_sharing("cuIpcOpenMemHandle"); }
CUresult cuIpcCloseMemHandle(CUdeviceptr) { return refused_sharing(__func__); }
