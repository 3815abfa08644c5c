#pragma once

#include <vector>

struct Image {
  int width, height;
  std::vector<unsigned char> pixels;
};

namespace course {

Image point(int width, int height, int x, int y, unsigned char value);
unsigned char* to_device(const Image& image);
void from_device(Image& image, const unsigned char* device);
void show(const Image& image);

}  // namespace course
