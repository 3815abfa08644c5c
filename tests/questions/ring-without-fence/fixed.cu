// Changed: a fence on each side between the places and the counters.
#include <cstdio>

__device__ int place[8];
__device__ volatile unsigned put = 0, taken = 0;

__global__ void ring(int* out, unsigned n) {
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < n; ++i) {
    if (blockIdx.x == 0) {
      while (taken + 8 == i) {
      }
      __threadfence();
      place[i % 8] = i * i;
      __threadfence();
      put = i + 1;
    } else {
      while (put == i) {
      }
      __threadfence();
      out[i] = place[i % 8];
      __threadfence();
      taken = i + 1;
    }
  }
}

int main() {
  const unsigned n = 40;
  int out[n], *dOut;
  cudaMalloc(&dOut, sizeof out);
  ring<<<2, 32>>>(dOut, n);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[8], out[n - 1]);
  cudaFree(dOut);
}
// prints: 64 1521
