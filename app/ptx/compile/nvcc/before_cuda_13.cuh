#pragma once

// Names that CUDA 13 has removed, by what it has in their place. Included before the sources of a program that uses one of them
// (ptx/compile/former_names.h); empty for an older toolkit, and in C.

#ifdef __cplusplus
#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000

/// cudaDeviceProp with the members that it had before.
struct CudaDevicePropBefore13 : cudaDeviceProp {
  int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear, memoryClockRate;
  int singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};

static inline cudaError_t cudaGetDevicePropertiesBefore13(CudaDevicePropBefore13* properties, int device) {
  const cudaError_t error = cudaGetDeviceProperties(properties, device);
  if (error != cudaSuccess) return error;
  cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
  cudaDeviceGetAttribute(&properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
  cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
  cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
  cudaDeviceGetAttribute(&properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth, device);
  cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
  cudaDeviceGetAttribute(&properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  properties->cooperativeMultiDeviceLaunch = 0;
  return cudaSuccess;
}
#define cudaDeviceProp CudaDevicePropBefore13
#define cudaGetDeviceProperties cudaGetDevicePropertiesBefore13

/// A device's number, as before, for a cudaMemLocation.
static inline cudaMemLocation cudaMemLocationBefore13(int device) {
  cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}
static inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(memory, bytes, cudaMemLocationBefore13(device), 0, stream);
}
static inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(memory, bytes, advice, cudaMemLocationBefore13(device));
}

static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
static inline cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
static inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }

#endif
#endif
