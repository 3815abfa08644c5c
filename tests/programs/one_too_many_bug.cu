// More threads than numbers, and none of them looks. The program asks for errors, says so and gives up.
#include <cstdio>

__global__ void twice(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] *= 2;  // finds: out-of-bounds
}

int main() {
  const int n = 50;
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemset(data, 0, n * sizeof(int));
  twice<<<2, 32>>>(data, n);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", error == cudaSuccess ? "done" : "failed");
  if (error != cudaSuccess) return 1;  // exits: 1
  cudaFree(data);
}
