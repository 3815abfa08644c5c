// y = a x + y in the plain style of C: no headers but stdio, malloc, a loop with the stride of the grid.
#include <stdio.h>
#include <stdlib.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

int main(void) {
  int N = 1 << 12;
  float *x, *y, *d_x, *d_y;
  x = (float *)malloc(N * sizeof(float));
  y = (float *)malloc(N * sizeof(float));
  cudaMalloc((void **)&d_x, N * sizeof(float));
  cudaMalloc((void **)&d_y, N * sizeof(float));
  for (int i = 0; i < N; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  cudaMemcpy(d_x, x, N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y, N * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<4, 128>>>(N, 2.0f, d_x, d_y);
  cudaMemcpy(y, d_y, N * sizeof(float), cudaMemcpyDeviceToHost);
  float maxError = 0.0f, sum = 0.0f;
  for (int i = 0; i < N; i++) {
    maxError = y[i] > 4.0f + maxError ? y[i] - 4.0f : maxError;
    sum += y[i];
  }
  printf("Max error: %f\n", maxError);
  printf("Sum: %.0f\n", sum);
  cudaFree(d_x);
  cudaFree(d_y);
  free(x);
  free(y);
  return 0;
}
