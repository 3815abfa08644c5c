// Launches that cannot be, and a program that notices: it says so, and does the work with a launch that can.
#include <cstdio>

__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }

int main() {
  int *data, host[4];
  cudaMalloc(&data, 2048 * sizeof(int));
  fill<<<1, 2048>>>(data, 1);
  cudaError_t error = cudaGetLastError();
  printf("2048 threads: %s (%s)\n", cudaGetErrorString(error), cudaGetErrorName(error));
  fill<<<0, 32>>>(data, 2);
  error = cudaPeekAtLastError();
  const cudaError_t again = cudaGetLastError(), then = cudaGetLastError();
  printf("no block: %s, and again: %s, then: %s\n", cudaGetErrorString(error), cudaGetErrorString(again), cudaGetErrorString(then));
  fill<<<1, 32, 1 << 20>>>(data, 3);
  printf("a megabyte of shared memory: %s\n", cudaGetErrorString(cudaGetLastError()));
  void* never;
  printf("too much memory: %s\n", cudaGetErrorString(cudaMalloc(&never, (size_t)1 << 50)));
  cudaGetLastError();
  printf("rows longer than their pitch: %s\n", cudaGetErrorString(cudaMemset2D(data, 16, 0, 32, 2)));
  cudaGetLastError();
  fill<<<2, 1024>>>(data, 4);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("2 x 1024 threads: %s, data[3] = %d\n", cudaGetErrorString(error), host[3]);
  cudaFree(data);
}
