// The product of two ints needs more than 32 bits.
#include <cstdio>

__global__ void fill(char* image, int width, int height) {
  const int x = threadIdx.x, y = 33000 + blockIdx.x;
  if (y < height) {
    image[y * width + x] = 1;  // finds: out-of-bounds: element -2,132,279,296 of image (d_image), 2,132,279,296 elements before its start (1,048,576 elements); its index is computed in 32 bits, where 33,000 × 65,536 = 2,162,688,000 wraps to -2,132,279,296: make one
  }
}

int main() {
  char* d_image;
  cudaMalloc(&d_image, 1 << 20);
  fill<<<60, 256>>>(d_image, 65536, 60000);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
