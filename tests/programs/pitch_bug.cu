// The pitch counts bytes; the kernel takes it for a number of elements.
#include <cstdio>

__global__ void brighten(float* image, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) {
    image[y * pitch + x] += y;  // finds: out-of-bounds: ; the kernel was given the pitch, 512, which counts bytes: the next row begins 128 elements further
  }
}

int main() {
  const int width = 20, height = 8;
  static float image[height][width];
  float* d_image;
  size_t pitch;
  cudaMallocPitch(&d_image, &pitch, width * sizeof(float), height);
  cudaMemcpy2D(d_image, pitch, image, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  brighten<<<1, dim3(32, 8)>>>(d_image, pitch, width, height);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
