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

constexpr int stack_limit = 0, heap_limit = 2;                                // cudaLimitStackSize, cudaLimitMallocHeapSize
constexpr std::size_t default_stack = 1024, default_print_buffer = 1u << 20;  // CUDA's, bytes
constexpr std::uint32_t default_pool = 1, created_pool = 2;

struct AttributeValue {
  int words[16];
};

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
WARPLENS_EXPORT int cudaDeviceSetLimit(int limit, std::size_t value) {
  return question("cudaDeviceSetLimit", [&](Program& program, const runtime::Call&) {
    if (limit == heap_limit) program.launches.set_heap_bytes(value);  // the others have no limit here
    return Status::success;
  });
}
WARPLENS_EXPORT int cudaDeviceGetLimit(std::size_t* value, int limit) {
  return question("cudaDeviceGetLimit", [&](Program& program, const runtime::Call&) {
    if (value == nullptr) return Status::invalid_value;
    *value = limit == heap_limit ? program.launches.heap_bytes() : limit == stack_limit ? default_stack : default_print_buffer;
    return Status::success;
  });
}
WARPLENS_EXPORT int cudaStreamSetAttribute(void*, int, const void*) { return accept("cudaStreamSetAttribute"); }
WARPLENS_EXPORT int cudaStreamGetAttribute(void*, int, AttributeValue* value) {
  return answer("cudaStreamGetAttribute", value, AttributeValue{});
}
WARPLENS_EXPORT int cudaStreamCopyAttributes(void*, void*) { return accept("cudaStreamCopyAttributes"); }
WARPLENS_EXPORT int cudaDeviceGetSharedMemConfig(int* config) { return answer("cudaDeviceGetSharedMemConfig", config, 0); }
WARPLENS_EXPORT int cudaSetValidDevices(int*, int) { return accept("cudaSetValidDevices"); }
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
WARPLENS_EXPORT int cudaMemPoolSetAccess(void*, const void*, std::size_t) { return accept("cudaMemPoolSetAccess"); }
WARPLENS_EXPORT int cudaMemPoolTrimTo(void*, std::size_t) { return accept("cudaMemPoolTrimTo"); }
WARPLENS_EXPORT int cudaMemPoolSetAttribute(void*, int, void*) { return accept("cudaMemPoolSetAttribute"); }
WARPLENS_EXPORT int cudaMemPoolGetAttribute(void*, int, void* value) {
  return answer("cudaMemPoolGetAttribute", static_cast<std::uint64_t*>(value), std::uint64_t{0});
}

}  // namespace warplens::cudart
