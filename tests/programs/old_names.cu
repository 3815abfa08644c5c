// Names of before CUDA 13, which our headers for clang still have: functions, members of the properties, hints that name a device.
// needs: clang
#include <cstdio>

__global__ void add(int* sum, const int* values) { atomicAdd(sum, values[threadIdx.x]); }

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int clock = 0;
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
  printf("the same clock: %s, overlap %d, compute mode %d\n", device.clockRate == clock ? "yes" : "no", device.deviceOverlap,
         device.computeMode);
  int *sum, *values;
  cudaMallocManaged(&sum, sizeof(int));
  cudaMallocManaged(&values, 32 * sizeof(int));
  *sum = 0;
  for (int i = 0; i < 32; ++i) values[i] = i;
  cudaMemAdvise(values, 32 * sizeof(int), cudaMemAdviseSetReadMostly, 0);
  cudaMemPrefetchAsync(values, 32 * sizeof(int), 0);
  add<<<1, 32>>>(sum, values);
  cudaThreadSynchronize();
  printf("sum %d\n", *sum);
  cudaFree(sum);
  cudaFree(values);
}
