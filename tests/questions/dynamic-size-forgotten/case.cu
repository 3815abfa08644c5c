// I changed my shared array to extern __shared__ to choose its size later, and now the kernel writes to an illegal address; what is missing?
// asked: https://github.com/bryancatanzaro/damascene/issues/2
#include <cstdio>

__global__ void reverse(int* x) {
  extern __shared__ int room[];
  room[threadIdx.x] = x[threadIdx.x];  // finds: out-of-bounds: dynamic shared memory, 0 bytes
  __syncthreads();
  x[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int n = 64;
  int x[n], *d;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  reverse<<<1, n>>>(d);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[0], x[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
