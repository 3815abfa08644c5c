// cudaMemcpy is given the size in bytes.
#include <cstdio>

__global__ void weigh(const float* mass, float* weight, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weight[i] = 2.0f * mass[i];
}

int main() {
  const int n = 256;
  float mass[n], weight[n], *d_mass, *d_weight;
  for (int i = 0; i < n; ++i) mass[i] = i;
  cudaMalloc(&d_mass, n * sizeof(float));
  cudaMalloc(&d_weight, n * sizeof(float));
  cudaMemcpy(d_mass, mass, n * sizeof(float), cudaMemcpyHostToDevice);
  weigh<<<2, 128>>>(d_mass, d_weight, n);
  cudaMemcpy(weight, d_weight, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", weight[10], weight[200]);
  cudaFree(d_mass);
  cudaFree(d_weight);
}
// prints: 20 400
