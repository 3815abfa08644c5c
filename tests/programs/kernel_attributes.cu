// What cudaFuncGetAttributes says of a kernel, as far as its source says it.
#include <cstdio>

__constant__ float table[100];

__global__ void __launch_bounds__(128) kernel(float* x, int n) {
  __shared__ float tile[96];
  tile[threadIdx.x % 96] = x[threadIdx.x];
  __syncthreads();
  float window[64];  // its index is not known before it runs
  for (int i = 0; i < 64; ++i) window[i] = tile[(i + n) % 96];
  x[threadIdx.x] = window[n % 64] * table[n % 100];
}

int main() {
  cudaFuncAttributes a = {};
  if (cudaFuncGetAttributes(&a, kernel) != cudaSuccess) return 1;
  printf("shared %zu, constant %zu, threads %d\n", a.sharedSizeBytes, a.constSizeBytes, a.maxThreadsPerBlock);
  printf("registers within the limits: %s, local memory: %s\n", a.numRegs >= 1 && a.numRegs <= 255 ? "yes" : "no",
         a.localSizeBytes >= 64 * sizeof(float) ? "yes" : "no");
  printf("dynamic shared memory %d\n", a.maxDynamicSharedSizeBytes);
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  printf("blocks by registers: %s\n", device.regsPerBlock / a.numRegs > 0 ? "some" : "none");
  // Members of before CUDA 13 are attributes now.
  int clock = 0, overlap = 0, mode = -1;
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
  cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, 0);
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
  printf("a clock: %s, copies beside kernels: %d, compute mode default: %s\n", clock > 0 ? "yes" : "no", overlap,
         mode == cudaComputeModeDefault ? "yes" : "no");
}
