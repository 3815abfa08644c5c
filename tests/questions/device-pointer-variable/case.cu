// I allocate memory for a global __device__ pointer, and the kernel that uses it has an illegal address.
// asked: https://github.com/mmp/pbrt-v4/issues/430
#include <cstdio>

__device__ int* scratch;

__global__ void fill() { scratch[threadIdx.x] = 2 * threadIdx.x; }  // finds: out-of-bounds: a null pointer

int main() {
  int host[32];
  cudaMalloc(&scratch, sizeof host);
  fill<<<1, 32>>>();  // finds: variable-on-host: changed scratch
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  cudaMemcpy(host, scratch, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  cudaFree(scratch);
}
