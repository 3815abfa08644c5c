// Changed: an integer counts.
#include <cstdio>

__global__ void events(unsigned* counter, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(counter, 1u);
}

int main() {
  const int n = 1000;
  unsigned start = 16777000, end, *d;
  cudaMalloc(&d, sizeof start);
  cudaMemcpy(d, &start, sizeof start, cudaMemcpyHostToDevice);
  events<<<8, 128>>>(d, n);
  cudaMemcpy(&end, d, sizeof end, cudaMemcpyDeviceToHost);
  std::printf("%u\n", end);
  cudaFree(d);
}
// prints: 16778000
