// Changed: the loop ends when atomicCAS gives back the value that was expected, which it then has replaced.
#include <cstdio>

__device__ void multiply(unsigned* product, unsigned factor) {
  unsigned was = *product, seen;  // notes: data-race
  do {
    seen = was;
    was = atomicCAS(product, seen, seen * factor);
  } while (was != seen);
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
// prints: 6561
