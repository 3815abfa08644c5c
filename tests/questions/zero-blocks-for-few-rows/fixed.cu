// The number of blocks is rounded up.
#include <cstdio>

__global__ void fill(int* picture, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) picture[y * width + x] = x + y;
}

int main() {
  const int width = 96, height = 20;
  static int host[width * height];
  int* picture;
  cudaMalloc(&picture, sizeof host);
  cudaMemset(picture, 0, sizeof host);
  dim3 block(32, 32), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  fill<<<grid, block>>>(picture, width, height);
  cudaMemcpy(host, picture, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[19 * width + 95]);
  cudaFree(picture);
}
// prints: 114
