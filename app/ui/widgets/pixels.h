#pragma once

#include <cstdint>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// Pixels of the current framebuffer, top row first, opaque. OpenGL's own rows run upwards.
view::Raster read_pixels(std::uint32_t width, std::uint32_t height);

}  // namespace warplens::ui
