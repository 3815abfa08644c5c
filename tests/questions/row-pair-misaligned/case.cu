// To load faster I read two doubles at once; for vectors with an even length this works, with an odd one I get a misaligned address, though cudaMalloc aligns to 256 bytes?
// asked: https://github.com/apache/mahout/pull/1108
#include <cstdio>

__global__ void norms(const double* batch, int length, double* norm) {
  const double* row = batch + blockIdx.x * length;
  double sum = 0;
  const double2* pairs = reinterpret_cast<const double2*>(row);
  for (int p = 0; p < length / 2; ++p) {
    const double2 v = pairs[p];  // finds: misaligned: byte 56 of batch (dBatch), which is not a multiple of 16
    sum += v.x * v.x + v.y * v.y;
  }
  if (length % 2) sum += row[length - 1] * row[length - 1];
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
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
