#include "ui/widgets/pixels.h"

#include <glad/gl.h>

#include <algorithm>

namespace warplens::ui {

view::Raster read_pixels(std::uint32_t width, std::uint32_t height) {
  view::Raster raster{width, height, std::vector<view::Colour>(std::size_t{width} * height)};
  static_assert(sizeof(view::Colour) == 4, "read straight into the raster");
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, static_cast<int>(width), static_cast<int>(height), GL_RGBA, GL_UNSIGNED_BYTE, raster.pixels.data());
  const auto row = [&raster](std::uint32_t y) {
    return raster.pixels.begin() + static_cast<std::ptrdiff_t>(std::size_t{y} * raster.width);
  };
  for (std::uint32_t y = 0; y < height / 2; ++y) std::swap_ranges(row(y), row(y) + width, row(height - 1 - y));
  for (view::Colour& pixel : raster.pixels) pixel.a = 255;
  return raster;
}

}  // namespace warplens::ui
