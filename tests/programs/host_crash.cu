// A pointer of the host's that points nowhere. exits: 139
#include <cstdio>

__global__ void kernel(int* values) { values[threadIdx.x] = 1; }

int main(int count, char**) {
  int* device;
  cudaMalloc(&device, 32 * sizeof(int));
  kernel<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  printf("so far\n");
  fflush(stdout);
  volatile int* values = count > 100 ? device : nullptr;
  values[0] = count;  // here
  cudaFree(device);
}
