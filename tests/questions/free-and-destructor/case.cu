// cudaFree in my class's destructor fails, although I allocate only once.
// asked: https://github.com/NVIDIA/cuda-samples/pull/52
#include <cstdio>

struct Picture {
  float* pixels;
  explicit Picture(int n) { cudaMalloc(&pixels, n * sizeof(float)); }
  ~Picture() { cudaFree(pixels); }  // finds: double-free: pixels is freed a second time
};

__global__ void clear(float* pixels) { pixels[threadIdx.x] = 1.5f; }

int main() {
  float host[64];
  Picture picture(64);
  clear<<<1, 64>>>(picture.pixels);
  cudaMemcpy(host, picture.pixels, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[63]);
  cudaFree(picture.pixels);
}
