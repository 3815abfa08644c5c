#pragma once

#include <cstdint>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// Read the pixels of the current framebuffer, top row first, opaque.
view::Raster read_pixels(std::uint32_t width, std::uint32_t height);

}  // namespace warplens::ui
