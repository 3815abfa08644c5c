// Threads allocate more than the heap of the device has, and do not look at what malloc returned.
#include <cstdio>

__global__ void work(int* out) {
  volatile int* room = static_cast<int*>(malloc(1 << 20));
  room[0] = threadIdx.x;  // finds: out-of-bounds: malloc had returned NULL at heap_full_bug.cu:5, as the heap of 8,388,608 bytes was full
  out[threadIdx.x] = room[0];
  free(const_cast<int*>(room));
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
