// Memory with a pitch is copied by cudaMemcpy2D.
#include <cstdio>

__global__ void number(int* matrix, size_t pitch, int width) {
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(matrix) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
}

int main() {
  const int width = 24, height = 12;
  int host[height][width], *matrix;
  size_t pitch;
  cudaMallocPitch(&matrix, &pitch, width * sizeof(int), height);
  number<<<height, 32>>>(matrix, pitch, width);
  cudaMemcpy2D(host, width * sizeof(int), matrix, pitch, width * sizeof(int), height, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0][23], host[11][5]);
  cudaFree(matrix);
}
// prints: 23 1105
