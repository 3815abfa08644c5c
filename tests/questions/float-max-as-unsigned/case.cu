// There is no atomicMax for float, so I use the one for unsigned on the bits; why is the maximum of -5 to 5 given as -5?
// asked: https://github.com/NVIDIA/libcudacxx/issues/279
// open: nothing is said
#include <cstdio>

__device__ unsigned key(float f) { return __float_as_uint(f); }

__global__ void maximum(const float* x, int n, unsigned* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(best, key(x[i]));  // should: has its sign bit set
}

__global__ void decode(unsigned best, float* out) {
  *out = __uint_as_float(best);
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
