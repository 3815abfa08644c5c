#include "image.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

namespace course {

Image point(int width, int height, int x, int y, unsigned char value) {
  Image image{width, height, std::vector<unsigned char>(width * height)};
  image.pixels[y * width + x] = value;
  return image;
}

unsigned char* to_device(const Image& image) {
  void* device = nullptr;
  if (cudaMalloc(&device, image.pixels.size()) != cudaSuccess) throw std::runtime_error("no memory");
  cudaMemcpy(device, image.pixels.data(), image.pixels.size(), cudaMemcpyHostToDevice);
  return static_cast<unsigned char*>(device);
}

void from_device(Image& image, const unsigned char* device) {
  cudaMemcpy(image.pixels.data(), device, image.pixels.size(), cudaMemcpyDeviceToHost);
}

}  // namespace course
