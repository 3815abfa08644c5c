// My kernel gets only the first 64 masses right, the others are garbage, although I copy all 256.
// asked: https://github.com/bokesyo/CSC4005_2022Fall_Demo/issues/31
#include <cstdio>

__global__ void weigh(const float* mass, float* weight, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weight[i] = 2.0f * mass[i];  // finds: uninitialised-read: Only 256 of the 1,024 bytes of d_mass were written before this launch, the last by cudaMemcpy
}

int main() {
  const int n = 256;
  float mass[n], weight[n], *d_mass, *d_weight;
  for (int i = 0; i < n; ++i) mass[i] = i;
  cudaMalloc(&d_mass, n * sizeof(float));
  cudaMalloc(&d_weight, n * sizeof(float));
  cudaMemcpy(d_mass, mass, n, cudaMemcpyHostToDevice);
  weigh<<<2, 128>>>(d_mass, d_weight, n);
  cudaMemcpy(weight, d_weight, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", weight[10], weight[200]);
  cudaFree(d_mass);
  cudaFree(d_weight);
}
