// A cooperative launch whose blocks do not fit on the device at once is refused; one block a multiprocessor fits.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void count(int* arrived, int* seen) {
  if (threadIdx.x == 0) atomicAdd(arrived, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) *seen = *arrived;
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int *arrived, *seen, blocks = 0;
  cudaMalloc(&arrived, sizeof(int));
  cudaMalloc(&seen, sizeof(int));
  cudaMemset(arrived, 0, sizeof(int));
  void* arguments[] = {&arrived, &seen};
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, 256, 0);
  const int most = blocks * device.multiProcessorCount;
  const cudaError_t status = cudaLaunchCooperativeKernel((void*)count, dim3(most + 1), dim3(256), arguments);
  printf("one block too many: %d, %s, %s\n", (int)status, cudaGetErrorName(status), cudaGetErrorString(status));
  printf("the last error: %s\n", cudaGetErrorName(cudaGetLastError()));

  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(most + 1);
  configuration.blockDim = dim3(256);
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  printf("the same by an attribute: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&configuration, count, arrived, seen)));
  cudaGetLastError();

  configuration.gridDim = dim3(device.multiProcessorCount);
  if (cudaLaunchKernelEx(&configuration, count, arrived, seen) != cudaSuccess) return 1;
  int result = 0;
  cudaMemcpy(&result, seen, sizeof(int), cudaMemcpyDeviceToHost);
  printf("all blocks have met: %s\n", result == device.multiProcessorCount ? "yes" : "no");
  cudaFree(arrived);
  cudaFree(seen);
}
