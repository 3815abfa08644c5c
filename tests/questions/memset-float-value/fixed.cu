// The value 0.5 is copied from the host: cudaMemset takes the value of a byte.
#include <cstdio>

__global__ void scale(float* weights) { weights[threadIdx.x] *= 4; }

int main() {
  const int n = 32;
  float host[n], *weights;
  cudaMalloc(&weights, n * sizeof(float));
  for (float& each : host) each = 0.5f;
  cudaMemcpy(weights, host, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, n>>>(weights);
  cudaMemcpy(host, weights, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[7]);
  cudaFree(weights);
}
// prints: 2
