// After b = a my second vector changes together with the first, and freeing them fails.
// asked: https://github.com/dealii/dealii/pull/7072
// open: values is freed a second time, first in the same line
#include <cstdio>

class Vector {
 public:
  explicit Vector(int n) { cudaMalloc(&values, n * sizeof(int)); }  // notes: leak
  ~Vector() { cudaFree(values); }  // finds: double-free: two objects
  int* values;
};

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

int main() {
  int host[32];
  Vector a(32), b(32);
  fill<<<1, 32>>>(a.values, 1);
  b = a;
  fill<<<1, 32>>>(b.values, 2);
  cudaMemcpy(host, a.values, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
}
