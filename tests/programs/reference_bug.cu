// A parameter of the kernel is a reference, which is an address of the host's.
#include <cstdio>

__global__ void fill(int* data, const int& value) {
  data[threadIdx.x] = value;  // finds: device-touched-host: its parameter 2, int const&, is a reference to the host's own memory
}

int main() {
  int* data;
  const int value = 7;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data, value);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
