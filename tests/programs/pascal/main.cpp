// Prints a row of Pascal's triangle, the sixth or that of the first argument, and its sum, which is a power of two.
#include <cuda_runtime.h>

#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

#include "triangle.h"

int main(int count, char** arguments) {
  const int rows = count > 1 ? std::atoi(arguments[1]) : 6, width = 2 * rows + 1;
  std::vector<int> row(width);
  row[rows] = 1;
  int *above = nullptr, *below = nullptr;
  if (cudaMalloc(&above, width * sizeof(int)) != cudaSuccess || cudaMalloc(&below, width * sizeof(int)) != cudaSuccess) return 1;
  cudaMemcpy(above, row.data(), width * sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 0; k < rows; ++k) {
    next_row(above, below, width);
    std::swap(above, below);
  }
  if (cudaMemcpy(row.data(), above, width * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < width; i += 2) std::cout << row[i] << ' ';
  std::cout << "sum " << total_of(above, width) << '\n';
  cudaFree(above);
  cudaFree(below);
}
