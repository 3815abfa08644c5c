// Changed: a barrier ends every round of the loop.
#include <cstdio>

__global__ void rowSums(const float* matrix, float* sums, int columns) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  float own = 0;
  for (int c = t; c < columns; c += blockDim.x) own += matrix[blockIdx.x * columns + c];
  part[t] = own;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

int main() {
  const int rows = 4, columns = 1000;
  static float matrix[rows * columns];
  for (int i = 0; i < rows * columns; ++i) matrix[i] = i / columns + 1;
  float *dMatrix, *dSums, sums[rows];
  cudaMalloc(&dMatrix, sizeof matrix);
  cudaMalloc(&dSums, sizeof sums);
  cudaMemcpy(dMatrix, matrix, sizeof matrix, cudaMemcpyHostToDevice);
  rowSums<<<rows, 256>>>(dMatrix, dSums, columns);
  cudaMemcpy(sums, dSums, sizeof sums, cudaMemcpyDeviceToHost);
  for (float s : sums) std::printf("%g\n", s);
  cudaFree(dMatrix);
  cudaFree(dSums);
}
// prints: 1000
// prints: 2000
// prints: 3000
// prints: 4000
