// The pointer points to GPU memory, so why can't the kernel get it through a pointer to it?
// asked: https://github.com/intel/llvm/issues/13219
#include <cstdio>

__global__ void fill(float** place) { (*place)[threadIdx.x] = 0.5f; }  // finds: device-touched-host: its parameter 1, float**, is a pointer to the host's own memory

int main() {
  float host[32], *values;
  cudaMalloc(&values, sizeof host);
  fill<<<1, 32>>>(&values);
  const cudaError_t error = cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g\n", host[31]);
  cudaFree(values);
}
