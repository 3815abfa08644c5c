#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "desk/desk.h"
#include "view/drawing/drawing.h"

namespace warplens::ui {

/// Draw the shown headline and picture as an image of this size in pixels. Needs a current OpenGL context. Errors: nothing is
/// shown yet; a size of less than 64 or more than 8,192 pixels. `caption`: with desk::caption_of() below.
base::Result<view::Raster> picture_pixels(desk::Desk& desk, std::uint32_t width, std::uint32_t height, bool caption = false);
/// The shown headline and picture as SVG, in which text stays text.
base::Result<std::string> picture_svg(desk::Desk& desk, std::uint32_t width, std::uint32_t height, bool caption = false);

/// Whether this computer has a program that copies images to the clipboard: wl-copy or xclip.
bool can_copy_images();
/// Put an image on the clipboard. Errors: there is no such program, or it failed.
base::Status copy_image(const view::Raster& pixels);

}  // namespace warplens::ui
