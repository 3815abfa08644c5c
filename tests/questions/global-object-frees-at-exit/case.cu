// My program prints the right result and then reports an error while it ends: driver shutting down.
// asked: https://github.com/gunrock/gunrock/issues/423
// open: nothing with nvcc; with clang the program crashes at its end
#include <cstdio>

struct Frontier {
  int* vertices = nullptr;
  void reserve(int n) { cudaMalloc(&vertices, n * sizeof(int)); }
  ~Frontier() { cudaFree(vertices); }  // should: main
};

Frontier frontier;

__global__ void fill(int* vertices) { vertices[threadIdx.x] = 3 * threadIdx.x; }

int main() {
  int host[64];
  frontier.reserve(64);
  fill<<<1, 64>>>(frontier.vertices);
  cudaMemcpy(host, frontier.vertices, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
}
