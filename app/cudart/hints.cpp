#include "cudart/process.h"

// Hints, limits and pools: accepted, and without effect on what a program computes.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

cudaError_t accept(const char* function) {
  return question(function, [](Program&, const runtime::Call&) { return Status::success; });
}

constexpr std::size_t default_stack = 1024, default_print_buffer = 1u << 20;  // CUDA's, bytes
constexpr std::uint32_t default_pool = 1, created_pool = 2;

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) { return accept(__func__); }
cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned, cudaStream_t) { return accept(__func__); }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) { return accept(__func__); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return accept(__func__); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) { return answer(__func__, config, cudaFuncCachePreferNone); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return accept(__func__); }
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return accept(__func__); }
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return accept(__func__); }
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (limit == cudaLimitMallocHeapSize) program.launches.set_heap_bytes(value);  // the others have no limit here
    return Status::success;
  });
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (value == nullptr) return Status::invalid_value;
    *value = limit == cudaLimitMallocHeapSize ? program.launches.heap_bytes()
             : limit == cudaLimitStackSize    ? default_stack
                                              : default_print_buffer;
    return Status::success;
  });
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*) { return accept(__func__); }
cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue* value) {
  return answer(__func__, value, cudaStreamAttrValue{});
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return accept(__func__); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return answer(__func__, config, cudaSharedMemBankSizeDefault);
}
cudaError_t cudaSetValidDevices(int*, int) { return accept(__func__); }
cudaError_t cudaSetDeviceFlags(unsigned) { return accept(__func__); }
cudaError_t cudaInitDevice(int, unsigned, unsigned) { return accept(__func__); }
cudaError_t cudaProfilerStart() { return accept(__func__); }
cudaError_t cudaProfilerStop() { return accept(__func__); }
cudaError_t cudaCtxResetPersistingL2Cache() { return accept(__func__); }

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  return answer(__func__, pool, make_handle<cudaMemPool_t>(default_pool));
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) {
  return answer(__func__, pool, make_handle<cudaMemPool_t>(default_pool));
}
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return accept(__func__); }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return answer(__func__, pool, make_handle<cudaMemPool_t>(created_pool));
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return accept(__func__); }
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const void*, size_t) { return accept(__func__); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return accept(__func__); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return accept(__func__); }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  return answer(__func__, static_cast<std::uint64_t*>(value), std::uint64_t{0});
}
