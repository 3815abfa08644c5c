#include "cudart/process.h"
#include "cudart/types.h"

// Hints, limits and pools: accepted, and without effect on what a program computes.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

int accept(const char* function) {
  return question(function, [](Program&, const runtime::Call&) { return Status::success; });
}

constexpr std::uint32_t default_pool = 1, created_pool = 2;

}  // namespace

WARPLENS_EXPORT int cudaMemAdvise(const void*, std::size_t, int, MemoryLocation) { return accept("cudaMemAdvise"); }
WARPLENS_EXPORT int cudaMemPrefetchAsync(const void*, std::size_t, MemoryLocation, unsigned, void*) {
  return accept("cudaMemPrefetchAsync");
}
WARPLENS_EXPORT int cudaStreamAttachMemAsync(void*, void*, std::size_t, unsigned) { return accept("cudaStreamAttachMemAsync"); }
WARPLENS_EXPORT int cudaDeviceSetCacheConfig(int) { return accept("cudaDeviceSetCacheConfig"); }
WARPLENS_EXPORT int cudaDeviceGetCacheConfig(int* config) { return answer("cudaDeviceGetCacheConfig", config, 0); }
WARPLENS_EXPORT int cudaDeviceSetSharedMemConfig(int) { return accept("cudaDeviceSetSharedMemConfig"); }
WARPLENS_EXPORT int cudaFuncSetCacheConfig(const void*, int) { return accept("cudaFuncSetCacheConfig"); }
WARPLENS_EXPORT int cudaFuncSetSharedMemConfig(const void*, int) { return accept("cudaFuncSetSharedMemConfig"); }
WARPLENS_EXPORT int cudaDeviceSetLimit(int, std::size_t) { return accept("cudaDeviceSetLimit"); }
WARPLENS_EXPORT int cudaDeviceGetLimit(std::size_t* value, int) {
  return answer("cudaDeviceGetLimit", value, std::size_t{8} << 20);  // the heap of a kernel's malloc, CUDA's default
}
WARPLENS_EXPORT int cudaSetDeviceFlags(unsigned) { return accept("cudaSetDeviceFlags"); }
WARPLENS_EXPORT int cudaInitDevice(int, unsigned, unsigned) { return accept("cudaInitDevice"); }
WARPLENS_EXPORT int cudaProfilerStart() { return accept("cudaProfilerStart"); }
WARPLENS_EXPORT int cudaProfilerStop() { return accept("cudaProfilerStop"); }
WARPLENS_EXPORT int cudaCtxResetPersistingL2Cache() { return accept("cudaCtxResetPersistingL2Cache"); }

WARPLENS_EXPORT int cudaDeviceGetDefaultMemPool(void** pool, int) {
  return answer("cudaDeviceGetDefaultMemPool", pool, make_handle(default_pool));
}
WARPLENS_EXPORT int cudaDeviceGetMemPool(void** pool, int) {
  return answer("cudaDeviceGetMemPool", pool, make_handle(default_pool));
}
WARPLENS_EXPORT int cudaDeviceSetMemPool(int, void*) { return accept("cudaDeviceSetMemPool"); }
WARPLENS_EXPORT int cudaMemPoolCreate(void** pool, const void*) {
  return answer("cudaMemPoolCreate", pool, make_handle(created_pool));
}
WARPLENS_EXPORT int cudaMemPoolDestroy(void*) { return accept("cudaMemPoolDestroy"); }
WARPLENS_EXPORT int cudaMemPoolTrimTo(void*, std::size_t) { return accept("cudaMemPoolTrimTo"); }
WARPLENS_EXPORT int cudaMemPoolSetAttribute(void*, int, void*) { return accept("cudaMemPoolSetAttribute"); }
WARPLENS_EXPORT int cudaMemPoolGetAttribute(void*, int, void* value) {
  return answer("cudaMemPoolGetAttribute", static_cast<std::uint64_t*>(value), std::uint64_t{0});
}

}  // namespace warplens::cudart
