#include "triangle.h"

__global__ void add_neighbours(const int* above, int* below, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width) return;
  below[i] = (i > 0 ? above[i - 1] : 0) + (i + 1 < width ? above[i + 1] : 0);
}

void next_row(const int* above, int* below, int width) {
  const int block = 64;
  add_neighbours<<<(width + block - 1) / block, block>>>(above, below, width);
}
