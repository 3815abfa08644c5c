// Functions for both sides, with the mathematics that CUDA gives the host as well.
#include <cstdio>

__host__ __device__ float length(float x, float y, float least) { return 1 / rsqrtf(max(x * x + y * y, least)); }
__host__ __device__ double wave(double x) { return sinpi(x) + min(cospi(x), 0.5f); }

__global__ void compute(double* results) {
  results[0] = length(3, 4, 1e-9f);
  results[1] = wave(0.5);
}

int main() {
  double results[2], *device;
  cudaMalloc(&device, sizeof results);
  compute<<<1, 1>>>(device);
  cudaMemcpy(results, device, sizeof results, cudaMemcpyDeviceToHost);
  printf("device: %.3f %.3f\n", results[0], results[1]);
  printf("host: %.3f %.3f\n", length(3, 4, 1e-9f), wave(0.5));
  printf("larger ones: %g %g %g %d %u\n", max(2.0f / 3, 0.5f), max(1.5, 2.5f), max(1.0f, 0.25), max(-3, 2), max(3u, 7u));
  cudaFree(device);
}
