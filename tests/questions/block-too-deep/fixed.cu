// The layers are numbered by x, of which there may be up to 1,024.
#include <cstdio>

__global__ void layers(float* height, int n) {
  const int i = threadIdx.x;
  if (i < n) height[i] = 0.1f * i;
}

int main() {
  const int n = 80;
  float host[n], *height;
  cudaMalloc(&height, sizeof host);
  cudaMemset(height, 0, sizeof host);
  layers<<<1, n>>>(height, n);
  cudaMemcpy(host, height, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[50]);
  cudaFree(height);
}
// prints: 5
