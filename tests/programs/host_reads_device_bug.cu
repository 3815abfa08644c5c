// The host prints an element of device memory. exits: 139 (a segmentation fault)
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 3; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  std::printf("%d\n", data[0]);  // finds: host-touched-device
  cudaFree(data);
}
