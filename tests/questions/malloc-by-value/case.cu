// I allocate in a function, cudaMalloc returns success there, and the kernel still has an illegal address.
// asked: https://github.com/pecos/tps/pull/148
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 7; }  // finds: out-of-bounds: a null pointer): the kernel's parameter 1 is NULL

void reserve(int* data, int n) {
  if (cudaMalloc(&data, n * sizeof(int)) != cudaSuccess) std::printf("no memory\n");
}

int main() {
  int *data = nullptr, host[32];
  reserve(data, 32);
  fill<<<1, 32>>>(data);
  const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d\n", host[31]);
  cudaFree(data);
}
