// A kernel is given the host's array in place of its copy.
#include <cstdio>
#include <vector>

__global__ void add(const float* x, float* sum) { atomicAdd(sum, x[threadIdx.x]); }  // finds: device-touched-host: its parameter 1, float const*, is a pointer to the host's own memory

int main() {
  std::vector<float> x(64, 0.5f);
  float *d_x, *d_sum, sum = 0;
  cudaMalloc(&d_x, 64 * sizeof(float));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemset(d_sum, 0, sizeof(float));
  cudaMemcpy(d_x, x.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  add<<<1, 64>>>(x.data(), d_sum);
  if (cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess) {
    std::printf("failed\n");
    return 1;  // exits: 1
  }
  std::printf("%g\n", sum);
  cudaFree(d_x);
  cudaFree(d_sum);
}
