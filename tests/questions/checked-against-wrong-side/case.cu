// My kernel checks row and column, and still goes out of the image when it is wider than high; a square image is never a problem?
// asked: https://github.com/nerfstudio-project/gsplat/pull/14
// open: element 1,200 is 1 past the end, its index is 20 × 60 + 0; not that the row was compared with the width
#include <cstdio>

__global__ void invert(unsigned char* pixel, int width, int height) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= width || column >= height) return;
  pixel[row * width + column] = 255 - pixel[row * width + column];  // finds: out-of-bounds: row
}

int main() {
  const int width = 60, height = 20, n = width * height;
  static unsigned char image[n];
  for (int i = 0; i < n; ++i) image[i] = i % 200;
  unsigned char* d;
  cudaMalloc(&d, n);
  cudaMemcpy(d, image, n, cudaMemcpyHostToDevice);
  invert<<<dim3(4, 2), dim3(16, 16)>>>(d, width, height);
  const cudaError_t error = cudaMemcpy(image, d, n, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), image[59], image[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
