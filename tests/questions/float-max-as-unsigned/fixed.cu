// Changed: bits of negative numbers are turned round before they are compared, and back afterwards.
#include <cstdio>

__device__ unsigned key(float f) {
  const unsigned u = __float_as_uint(f);
  return u >> 31 ? ~u : u | 0x80000000u;
}

__global__ void maximum(const float* x, int n, unsigned* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(best, key(x[i]));
}

__global__ void decode(unsigned best, float* out) {
  *out = __uint_as_float(best >> 31 ? best & 0x7fffffffu : ~best);
}

int main() {
  const int n = 11;
  float x[n], result, *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = i - 5;
  unsigned best = 0, *dBest;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof result);
  cudaMalloc(&dBest, sizeof best);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(dBest, &best, sizeof best, cudaMemcpyHostToDevice);
  maximum<<<1, 32>>>(dX, n, dBest);
  cudaMemcpy(&best, dBest, sizeof best, cudaMemcpyDeviceToHost);
  decode<<<1, 1>>>(best, dOut);
  cudaMemcpy(&result, dOut, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%g\n", result);
  cudaFree(dX);
  cudaFree(dOut);
  cudaFree(dBest);
}
// prints: 5
