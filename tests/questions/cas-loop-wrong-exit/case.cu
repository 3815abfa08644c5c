// There is no atomic product, so I wrote the usual loop around atomicCAS, which goes on until it gives back my new value; why is 3 to the power of 8 only 3?
// asked: https://github.com/NVIDIA/cutlass/pull/3440
// open: nothing but the harmless first guess
#include <cstdio>

__device__ void multiply(unsigned* product, unsigned factor) {
  unsigned was = *product, seen;  // notes: data-race
  do {
    seen = was;
    was = atomicCAS(product, seen, seen * factor);
  } while (was != seen * factor);  // should: has left the loop though its atomicCAS has not replaced anything
}

__global__ void power(unsigned* product) { multiply(product, 3); }

int main() {
  unsigned one = 1, result = 0, *d;
  cudaMalloc(&d, sizeof one);
  cudaMemcpy(d, &one, sizeof one, cudaMemcpyHostToDevice);
  power<<<1, 8>>>(d);
  cudaMemcpy(&result, d, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%u\n", result);
  cudaFree(d);
}
