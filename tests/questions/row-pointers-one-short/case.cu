// My sparse product is right for all rows but crashes for the last.
// asked: https://github.com/uxlfoundation/oneDAL/pull/1288
#include <cstdio>

__global__ void row_lengths(const int* begin, int* length, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) length[row] = begin[row + 1] - begin[row];  // finds: out-of-bounds: element 40 of begin (d_begin), 1 past its end (40 elements)
}

int main() {
  const int rows = 40;
  int begin[rows + 1], length[rows], *d_begin, *d_length;
  for (int i = 0; i <= rows; ++i) begin[i] = i * (i + 1) / 2;
  cudaMalloc(&d_begin, rows * sizeof(int));
  cudaMalloc(&d_length, rows * sizeof(int));
  cudaMemcpy(d_begin, begin, rows * sizeof(int), cudaMemcpyHostToDevice);
  row_lengths<<<1, 64>>>(d_begin, d_length, rows);
  const cudaError_t error = cudaMemcpy(length, d_length, sizeof length, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d\n", length[39]);
  cudaFree(d_begin);
  cudaFree(d_length);
}
