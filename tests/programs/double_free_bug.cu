// Both pointers hold the same memory when it is freed, and the other memory is lost.
#include <cstdio>
#include <utility>

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x] + 1; }

int main() {
  int *from, *to, result = 0;
  cudaMalloc(&from, 32 * sizeof(int));
  cudaMalloc(&to, 32 * sizeof(int));  // notes: leak
  cudaMemset(from, 0, 32 * sizeof(int));
  copy<<<1, 32>>>(from, to);
  cudaMemcpy(&result, to, sizeof result, cudaMemcpyDeviceToHost);
  to = from;
  std::printf("%d\n", result);
  cudaFree(from);
  cudaFree(to);  // finds: double-free
}
