// My program crashes inside the standard library when I add up the GPU's array with std::accumulate.
// asked: https://github.com/gunrock/gunrock/issues/806
#include <cstdio>
#include <numeric>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 100;
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  fill<<<1, n>>>(x);
  cudaDeviceSynchronize();
  const int sum = std::accumulate(x, x + n, 0);  // finds: host-touched-device: the host reads or writes x, which is device memory
  std::printf("%d\n", sum);  // exits: 139
  cudaFree(x);
}
