// The destructor alone frees the memory.
#include <cstdio>

struct Picture {
  float* pixels;
  explicit Picture(int n) { cudaMalloc(&pixels, n * sizeof(float)); }
  ~Picture() { cudaFree(pixels); }
};

__global__ void clear(float* pixels) { pixels[threadIdx.x] = 1.5f; }

int main() {
  float host[64];
  Picture picture(64);
  clear<<<1, 64>>>(picture.pixels);
  cudaMemcpy(host, picture.pixels, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[63]);
}
// prints: 1.5
