// The first row of my matrix comes back right, behind it there are zeros and later rows are missing.
// asked: https://github.com/NVIDIA/nccl/issues/57
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
  cudaMemcpy(host, matrix, sizeof host, cudaMemcpyDeviceToHost);  // notes: pitch-ignored
  std::printf("%d %d\n", host[0][23], host[11][5]);
  cudaFree(matrix);
}
