// 80 threads along z fail, 80 along x work: is z special?
// asked: https://github.com/alpaka-group/alpaka/issues/1925
#include <cstdio>

__global__ void layers(float* height, int n) {
  const int i = threadIdx.z;
  if (i < n) height[i] = 0.1f * i;
}

int main() {
  const int n = 80;
  float host[n], *height;
  cudaMalloc(&height, sizeof host);
  cudaMemset(height, 0, sizeof host);
  layers<<<1, dim3(1, 1, n)>>>(height, n);  // finds: unchecked-error: block z is 80; CUDA allows at most 64
  cudaMemcpy(host, height, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[50]);
  cudaFree(height);
}
