// Attributes of launches and of streams that change nothing of what is computed, the clusters that there are not, and further
// questions about occupancy.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int* values, int amount) { values[blockIdx.x * blockDim.x + threadIdx.x] += amount; }

int main() {
  int least = 0, greatest = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t stream;
  cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest);
  int priority = -100;
  unsigned flags = 0;
  unsigned long long id = 0, default_id = 0;
  cudaStreamGetPriority(stream, &priority);
  cudaStreamGetFlags(stream, &flags);
  cudaStreamGetId(stream, &id);
  cudaStreamGetId(nullptr, &default_id);
  std::printf("priority in its range: %d, non-blocking: %d, an id of its own: %d\n", priority <= least && priority >= greatest,
              flags == cudaStreamNonBlocking, id != default_id);
  int* values;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamAttrValue of_stream = {};
  of_stream.accessPolicyWindow.base_ptr = values;
  of_stream.accessPolicyWindow.num_bytes = 128 * sizeof(int);
  of_stream.accessPolicyWindow.hitRatio = 1;
  of_stream.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  std::printf("set: %s\n", cudaGetErrorName(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &of_stream)));

  cudaLaunchAttribute attributes[3] = {};
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = greatest;
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  attributes[2].id = cudaLaunchAttributeAccessPolicyWindow;
  attributes[2].val.accessPolicyWindow = of_stream.accessPolicyWindow;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(2);
  configuration.blockDim = dim3(64);
  configuration.stream = stream;
  configuration.attrs = attributes;
  configuration.numAttrs = 3;
  std::printf("launch: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&configuration, add, values, 5)));
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim.x = attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;
  std::printf("a cluster of one block: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&configuration, add, values, 2)));
  attributes[1].val.clusterDim.x = 2;
  std::printf("a cluster of two: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&configuration, add, values, 1)));
  cudaGetLastError();
  cudaStreamSynchronize(stream);
  int host[128], wrong = 0;
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) wrong += value != 5 + 2;
  std::printf("%d wrong\n", wrong);

  size_t bytes = 0;
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int grid = 0, threads = 0, with_flags = 0;
  cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 2, 64);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &threads, add, [](int) { return size_t{0}; });
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &with_flags, add, 0, 0, cudaOccupancyDefault);
  std::printf("half of the shared memory or less: %d, the same block: %d\n",
              bytes > 0 && bytes <= device.sharedMemPerMultiprocessor / 2, threads == with_flags && threads > 0);
  std::printf("%s\n", cudaGetErrorName(cudaFuncSetCacheConfig(add, cudaFuncCachePreferL1)));
  cudaStreamDestroy(stream);
  cudaFree(values);
}
