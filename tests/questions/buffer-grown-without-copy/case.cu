// When my buffer on the GPU grows, what was in it is gone.
// asked: https://github.com/rapidsai/rmm/issues/5
#include <cstdio>

__global__ void append(int* data, int first, int value) { data[first + threadIdx.x] = value; }
__global__ void add_up(const int* data, int* sum) { atomicAdd(sum, data[threadIdx.x]); }  // finds: uninitialised-read: Only 256 of the 512 bytes of larger were written before this launch, the last by kernel append

void grow(int*& data, int n) {
  int* larger;
  cudaMalloc(&larger, n * sizeof(int));
  cudaFree(data);
  data = larger;
}

int main() {
  int *data, *sum, result;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  append<<<1, 64>>>(data, 0, 1);
  grow(data, 128);
  append<<<1, 64>>>(data, 64, 2);
  add_up<<<1, 128>>>(data, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(data);
  cudaFree(sum);
}
