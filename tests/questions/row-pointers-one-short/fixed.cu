// The offsets have one element more than there are rows.
#include <cstdio>

__global__ void row_lengths(const int* begin, int* length, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) length[row] = begin[row + 1] - begin[row];
}

int main() {
  const int rows = 40;
  int begin[rows + 1], length[rows], *d_begin, *d_length;
  for (int i = 0; i <= rows; ++i) begin[i] = i * (i + 1) / 2;
  cudaMalloc(&d_begin, sizeof begin);
  cudaMalloc(&d_length, rows * sizeof(int));
  cudaMemcpy(d_begin, begin, sizeof begin, cudaMemcpyHostToDevice);
  row_lengths<<<1, 64>>>(d_begin, d_length, rows);
  const cudaError_t error = cudaMemcpy(length, d_length, sizeof length, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d\n", length[39]);
  cudaFree(d_begin);
  cudaFree(d_length);
}
// prints: 40
