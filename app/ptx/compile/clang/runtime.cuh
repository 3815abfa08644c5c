#pragma once

// Part of prelude.cuh: the host's runtime API as C++ has it. In a file that only gives its kernels, its calls compile and are
// never run.

#include "runtime_calls.cuh"

#ifndef __CUDA_ARCH__
// clang knows no managed variables. This tells the runtime, before anything is registered, which variables are managed.
extern "C" {
extern char __start_warplens_managed[] __attribute__((weak, visibility("hidden")));
extern char __stop_warplens_managed[] __attribute__((weak, visibility("hidden")));
}
__attribute__((constructor(101))) static void __warplens_register_managed() {
  if (+__start_warplens_managed != +__stop_warplens_managed)
    __cudaRegisterManagedSection(__start_warplens_managed, __stop_warplens_managed);
}
#endif

// Signatures from before CUDA 13: with a device instead of a location.
inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(memory, bytes, advice, cudaMemLocation{cudaMemLocationTypeDevice, device});
}
inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device, cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(memory, bytes, cudaMemLocation{cudaMemLocationTypeDevice, device}, 0, stream);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t*, char*, size_t) {
  return cudaGraphInstantiate(executable, graph, 0ull);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t* node,
                                       cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo told{};
  const cudaError_t error = cudaGraphExecUpdate(executable, graph, &told);
  if (node) *node = told.errorNode;
  if (result) *result = told.result;
  return error;
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                            size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                               size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }

/// The channels of a texel of type T.
template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  constexpr int channels = __warplens_channels<T>::number, bits = 8 * (int)sizeof(T) / channels;
  return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, __warplens_channels<T>::kind};
}

// Overloads for typed pointers, variables and kernels.

template <typename T>
cudaError_t cudaMalloc(T** memory, size_t bytes) { return cudaMalloc((void**)memory, bytes); }
template <typename T>
cudaError_t cudaMallocManaged(T** memory, size_t bytes, unsigned flags = 1) {
  return cudaMallocManaged((void**)memory, bytes, flags);
}
template <typename T>
cudaError_t cudaMallocHost(T** memory, size_t bytes, unsigned = 0) { return cudaMallocHost((void**)memory, bytes); }
template <typename T>
cudaError_t cudaHostAlloc(T** memory, size_t bytes, unsigned flags) { return cudaHostAlloc((void**)memory, bytes, flags); }
template <typename T>
cudaError_t cudaMallocAsync(T** memory, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)memory, bytes, stream);
}
template <typename T>
cudaError_t cudaMallocFromPoolAsync(T** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)memory, bytes, pool, stream);
}
template <typename T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* memory, size_t bytes = 0, unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)memory, bytes, flags);
}
template <typename T>
cudaError_t cudaMallocPitch(T** memory, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)memory, pitch, width, height);
}
template <typename T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset, kind, stream);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset, kind, stream);
}
template <typename T>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                           const T& symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, (const void*)&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                             void* to, const T& symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, to, (const void*)&symbol, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T& symbol, const void* from, size_t bytes,
                                                 size_t offset, cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void*)&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, const T& symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, (const void*)&symbol, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable, cudaGraphNode_t node, const T& symbol,
                                                     const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphExecMemcpyNodeSetParamsToSymbol(executable, node, (const void*)&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                                       const T& symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, node, to, (const void*)&symbol, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaGetSymbolAddress(void** memory, const T& symbol) {
  return cudaGetSymbolAddress(memory, (const void*)&symbol);
}
template <typename T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) { return cudaGetSymbolSize(bytes, (const void*)&symbol); }
template <typename Function>
cudaError_t cudaLaunchKernel(Function* function, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t stream = nullptr) {
  return cudaLaunchKernel((const void*)function, grid, block, arguments, shared, stream);
}
template <typename Function>
cudaError_t cudaLaunchCooperativeKernel(Function* function, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                        cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared, stream);
}
template <typename Function>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return cudaFuncGetAttributes(attributes, (const void*)function);
}
template <typename Function>
cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <typename Function>
cudaError_t cudaFuncSetCacheConfig(Function* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)function, config);
}
template <typename Function>
cudaError_t cudaFuncSetSharedMemConfig(Function* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <typename Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function* function, int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, threads, shared);
}
template <typename Function>
cudaError_t cudaFuncGetName(const char** name, Function* function) { return cudaFuncGetName(name, (const void*)function); }
template <typename Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function* function, int threads, size_t shared,
                                                                   unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, threads, shared, flags);
}
template <typename Function>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Function* function, int blocks, int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, threads);
}
template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* configuration, void (*kernel)(Parameters...), Arguments&&... arguments) {
  return [&](Parameters... values) {
    void* all[] = {(void*)&values..., nullptr};
    return cudaLaunchKernelExC(configuration, (const void*)kernel, all);
  }(static_cast<Arguments&&>(arguments)...);
}
/// Find the block size, a multiple of a warp, with which a multiprocessor holds the most threads, and the number of blocks that
/// fill the device. `shared(size)`: bytes of dynamic shared memory of a block of `size` threads.
template <typename Function, typename Shared>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* threads, Function* function, Shared shared,
                                                           int limit = 0) {
  int multiprocessors = 0, most = 0;
  cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (limit <= 0 || limit > 1024) limit = 1024;
  for (int size = limit; size >= 32 && error == cudaSuccess; size -= 32) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size, shared(size));
    if (blocks * size <= most) continue;
    most = blocks * size;
    *threads = size;
    *grid = blocks * multiprocessors;
  }
  return error;
}
template <typename Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* threads, Function* function, size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, threads, function, [=](int) { return shared; }, limit);
}
template <typename Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* threads, Function* function, size_t shared = 0,
                                                        int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, threads, function, shared, limit);
}
template <typename Function, typename Shared>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* threads, Function* function, Shared shared,
                                                                    int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, threads, function, shared, limit);
}
