// The launch says how many bytes of shared memory the array has.
#include <cstdio>

__global__ void reverse(int* x) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int n = 128;
  int host[n], *x;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, n, n * sizeof(int)>>>(x);
  const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d\n", host[0]);
  cudaFree(x);
}
// prints: 127
