// Changed: the launch has the size of the dynamic shared memory.
#include <cstdio>

__global__ void reverse(int* x) {
  extern __shared__ int room[];
  room[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int n = 64;
  int x[n], *d;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  reverse<<<1, n, n * sizeof(int)>>>(d);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[0], x[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 63 0
