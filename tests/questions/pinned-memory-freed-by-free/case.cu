// At its very end my program is aborted with free(): invalid pointer.
// asked: https://github.com/wilicc/gpu-burn/pull/17
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* x) { x[threadIdx.x] = 5 + threadIdx.x; }

int main() {
  int *host, *x;
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaMalloc(&x, 64 * sizeof(int));
  fill<<<1, 64>>>(x);
  cudaMemcpy(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
  std::fflush(stdout);
  cudaFree(x);
  std::free(host);  // finds: wrong-copy: which only cudaFreeHost frees
}  // exits: 139
