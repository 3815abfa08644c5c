// What CUDA 13 has removed is still there.
#include <cstdio>

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

int main() {
  struct cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  const double gigahertz = device.clockRate * 1e-6;
  const double gigabytes = 2.0 * device.memoryClockRate * (device.memoryBusWidth / 8) / 1e6;
  printf("%.1f GHz, %.0f GB/s, overlap %d, mode %d, ratio %d\n", gigahertz, gigabytes, device.deviceOverlap, device.computeMode,
         device.singleToDoublePrecisionPerfRatio);
  int chosen = -1;
  cudaChooseDevice(&chosen, &device);
  int* x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int k = 0; k < 32; ++k) x[k] = k;
  cudaMemAdvise(x, 32 * sizeof(int), cudaMemAdviseSetReadMostly, chosen);
  cudaMemPrefetchAsync(x, 32 * sizeof(int), chosen, nullptr);
  twice<<<1, 32>>>(x);
  cudaThreadSynchronize();
  cudaMemPrefetchAsync(x, 32 * sizeof(int), cudaCpuDeviceId);
  printf("%d\n", x[31]);
  cudaFree(x);
  cudaThreadExit();
}
