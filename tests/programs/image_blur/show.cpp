#include <iomanip>
#include <iostream>

#include "image.h"

void course::show(const Image& image) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) std::cout << std::setw(3) << int(image.pixels[y * image.width + x]);
    std::cout << '\n';
  }
}
