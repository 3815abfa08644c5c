// The object lives in main, which ends before CUDA does.
#include <cstdio>

struct Frontier {
  int* vertices = nullptr;
  void reserve(int n) { cudaMalloc(&vertices, n * sizeof(int)); }
  ~Frontier() { cudaFree(vertices); }
};

__global__ void fill(int* vertices) { vertices[threadIdx.x] = 3 * threadIdx.x; }

int main() {
  int host[64];
  Frontier frontier;
  frontier.reserve(64);
  fill<<<1, 64>>>(frontier.vertices);
  cudaMemcpy(host, frontier.vertices, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
}
// prints: 189
