// Two files with kernels and __constant__ variables of their own. A kernel reads the other file's by a pointer.
#include <cstdio>

__constant__ int table[4] = {1, 2, 3, 4};

__global__ void copy(int* a) { a[threadIdx.x] = table[threadIdx.x]; }

void add_scaled(int* a, const int* from, int n);

int main() {
  int* d_a = nullptr;
  void* from = nullptr;
  cudaMalloc(&d_a, 4 * sizeof(int));
  cudaGetSymbolAddress(&from, table);
  copy<<<1, 4>>>(d_a);
  add_scaled(d_a, static_cast<const int*>(from), 4);
  int a[4] = {};
  if (cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < 4; ++i) std::printf("%d\n", a[i]);  // i + 1 + 10 + 3 (i + 1)
  cudaFree(d_a);
}
