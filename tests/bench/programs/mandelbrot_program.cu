#include <cstdio>
#include <vector>

#include "../kernels/mandelbrot.cu"

// The Mandelbrot set as a whole program: how much longer is it than its launch?

int main() {
  constexpr int width = 1024, height = 768, limit = 2000;
  std::vector<int> steps(width * height);
  int* device;
  cudaMalloc(&device, steps.size() * sizeof(int));
  mandelbrot<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(device, width, height, limit);
  cudaMemcpy(steps.data(), device, steps.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  long long sum = 0;
  for (const int each : steps) sum += each;
  std::printf("%lld steps\n", sum);
}
