// Kernels that use functions and variables of another file: relocatable device code, whether or not a flag says so. Each file has
// a static function of the same name.
#include <cstdio>

extern __device__ float twice(float x);
extern __constant__ float factor[2];
extern __device__ int calls;
void set_factor(float value);

static __device__ float shift(float x) { return x + 1; }

__global__ void scale(float* x) { x[threadIdx.x] = shift(twice(x[threadIdx.x]) * factor[1]); }

int main() {
  float* d_x;
  float x[4] = {1, 2, 3, 4};
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  set_factor(10);
  scale<<<1, 4>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  int count = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  std::printf("%g %g %g %g, %d calls\n", x[0], x[1], x[2], x[3], count);  // (2 x - 1) * 10 + 1
  cudaFree(d_x);
}
