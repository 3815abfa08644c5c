// The whole filter is copied.
#include <cstdio>

#define SIDE 3
__constant__ float filter[SIDE * SIDE];

__global__ void weigh(float* sums, const float* x) {
  float sum = 0;
  for (int i = 0; i < SIDE * SIDE; ++i) sum += filter[i] * x[threadIdx.x];
  sums[threadIdx.x] = sum;
}

int main() {
  const float host[SIDE * SIDE] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  float values[32], *x, *sums;
  for (int i = 0; i < 32; ++i) values[i] = i;
  cudaMalloc(&x, sizeof values);
  cudaMalloc(&sums, sizeof values);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(filter, host, sizeof filter);
  weigh<<<1, 32>>>(sums, x);
  cudaMemcpy(values, sums, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%g\n", values[10]);
  cudaFree(x);
  cudaFree(sums);
}
// prints: 160
