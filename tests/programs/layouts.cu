// Where the members of the runtime's structures lie. The expected output is what CUDA 13's own headers give.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

#define AT(type, member) std::printf(#type "." #member " %zu\n", offsetof(type, member))
#define SIZE(type) std::printf(#type " %zu\n", sizeof(type))

int main() {
  SIZE(cudaDeviceProp);
  AT(cudaDeviceProp, totalGlobalMem);
  AT(cudaDeviceProp, sharedMemPerBlock);
  AT(cudaDeviceProp, regsPerBlock);
  AT(cudaDeviceProp, warpSize);
  AT(cudaDeviceProp, memPitch);
  AT(cudaDeviceProp, maxThreadsPerBlock);
  AT(cudaDeviceProp, maxThreadsDim);
  AT(cudaDeviceProp, maxGridSize);
  AT(cudaDeviceProp, totalConstMem);
  AT(cudaDeviceProp, major);
  AT(cudaDeviceProp, minor);
  AT(cudaDeviceProp, multiProcessorCount);
  AT(cudaDeviceProp, concurrentKernels);
  AT(cudaDeviceProp, asyncEngineCount);
  AT(cudaDeviceProp, unifiedAddressing);
  AT(cudaDeviceProp, memoryBusWidth);
  AT(cudaDeviceProp, l2CacheSize);
  AT(cudaDeviceProp, maxThreadsPerMultiProcessor);
  AT(cudaDeviceProp, sharedMemPerMultiprocessor);
  AT(cudaDeviceProp, regsPerMultiprocessor);
  AT(cudaDeviceProp, managedMemory);
  AT(cudaDeviceProp, cooperativeLaunch);
  AT(cudaDeviceProp, sharedMemPerBlockOptin);
  AT(cudaDeviceProp, maxBlocksPerMultiProcessor);
  AT(cudaDeviceProp, reservedSharedMemPerBlock);
  SIZE(cudaFuncAttributes);
  AT(cudaFuncAttributes, maxThreadsPerBlock);
  AT(cudaFuncAttributes, numRegs);
  AT(cudaFuncAttributes, maxDynamicSharedSizeBytes);
  AT(cudaFuncAttributes, preferredShmemCarveout);
  SIZE(cudaPointerAttributes);
  AT(cudaPointerAttributes, devicePointer);
  SIZE(cudaMemcpy3DParms);
  AT(cudaMemcpy3DParms, dstPtr);
  AT(cudaMemcpy3DParms, extent);
  AT(cudaMemcpy3DParms, kind);
  SIZE(cudaPitchedPtr);
  SIZE(cudaMemLocation);
  SIZE(cudaGraphEdgeData);
  SIZE(cudaGraphInstantiateParams);
  SIZE(cudaGraphExecUpdateResultInfo);
  AT(cudaGraphExecUpdateResultInfo, errorFromNode);
  SIZE(cudaKernelNodeParams);
  AT(cudaKernelNodeParams, kernelParams);
  SIZE(cudaMemsetParams);
  AT(cudaMemsetParams, width);
  SIZE(cudaHostNodeParams);
  SIZE(cudaGraphNodeParams);
  AT(cudaGraphNodeParams, kernel);
  AT(cudaGraphNodeParams, memcpy.copyParams);
  SIZE(cudaLaunchAttribute);
  AT(cudaLaunchAttribute, val);
  SIZE(cudaLaunchConfig_t);
}
