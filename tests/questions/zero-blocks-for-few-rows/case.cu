// 32 x 32 threads are allowed and my grid is tiny, but nothing happens: the output stays as it was.
// asked: https://forums.developer.nvidia.com/t/invalid-configuration-argument/68576
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
  dim3 block(32, 32), grid(width / block.x, height / block.y);
  fill<<<grid, block>>>(picture, width, height);  // finds: unchecked-error: grid y is 0; it must be at least 1
  cudaMemcpy(host, picture, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[19 * width + 95]);
  cudaFree(picture);
}
