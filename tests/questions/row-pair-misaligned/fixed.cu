// Changed: single elements are read, as only every other row begins at a multiple of 16 bytes.
#include <cstdio>

__global__ void norms(const double* batch, int length, double* norm) {
  const double* row = batch + blockIdx.x * length;
  double sum = 0;
  for (int i = 0; i < length; ++i) sum += row[i] * row[i];
  norm[blockIdx.x] = sum;
}

int main() {
  const int rows = 4, length = 7;
  double batch[rows * length], norm[rows] = {}, *dBatch, *dNorm;
  for (int i = 0; i < rows * length; ++i) batch[i] = i / length + 1;
  cudaMalloc(&dBatch, sizeof batch);
  cudaMalloc(&dNorm, sizeof norm);
  cudaMemcpy(dBatch, batch, sizeof batch, cudaMemcpyHostToDevice);
  norms<<<rows, 1>>>(dBatch, length, dNorm);
  const cudaError_t error = cudaMemcpy(norm, dNorm, sizeof norm, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g\n", cudaGetErrorString(error), norm[0], norm[3]);
  cudaFree(dBatch);
  cudaFree(dNorm);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 7 112
