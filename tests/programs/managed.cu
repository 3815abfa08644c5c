// Memory that host and kernels share: from cudaMallocManaged, and a variable of its own.
#include <iostream>

__managed__ int calls = 0;
__managed__ int table[4] = {1, 10, 100, 1000};

__global__ void scale(double* values, int n, int which) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++calls;
  if (i < n) values[i] *= table[which];
}

int main() {
  const int n = 300;
  double* values = nullptr;
  cudaMallocManaged(&values, n * sizeof(double));
  for (int i = 0; i < n; ++i) values[i] = 0.5 * i;
  scale<<<3, 128>>>(values, n, 2);
  cudaDeviceSynchronize();
  std::cout << "values[299] = " << values[299] << ", calls = " << calls << std::endl;
  table[0] = 4;
  values[299] = 0.25;
  scale<<<3, 128>>>(values, n, 0);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  std::cout << "values[299] = " << values[299] << ", calls = " << calls << ", sum = " << sum << std::endl;
  cudaFree(values);
}
