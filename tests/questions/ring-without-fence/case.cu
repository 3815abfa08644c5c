// One block puts numbers into a ring of eight places, another takes them out, each counts in a volatile variable of its own; why does the taker see a number from a whole round before?
// asked: https://jibinghu.github.io/post/wu-suo-dui-lie-de-xue-xi-yu-shi-xian-%28CUDA%29.html
#include <cstdio>

__device__ int place[8];
__device__ volatile unsigned put = 0, taken = 0;

__global__ void ring(int* out, unsigned n) {
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < n; ++i) {
    if (blockIdx.x == 0) {
      while (taken + 8 == i) {
      }
      place[i % 8] = i * i;  // finds: missing-release: without __threadfence()
      put = i + 1;
    } else {
      while (put == i) {
      }
      out[i] = place[i % 8];
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
