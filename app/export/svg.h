#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "view/drawing/drawing.h"

namespace warplens::export_ {

/// Write a drawing as an SVG 1.1 file, for slides and papers: text stays text (Inter and JetBrains Mono, with fallbacks), rasters
/// are embedded as PNG. One point of the design is `scale` pixels of the SVG. `title` is the picture's title for viewers and
/// screen readers. Errors: an image is a GL texture, so its pixels are not in this process's memory.
base::Result<std::string> svg_of(const view::Drawing& drawing, view::Colour background, const std::string& title,
                                 float scale = 1);

base::Status write_svg(const std::filesystem::path& path, const view::Drawing& drawing, view::Colour background,
                       const std::string& title, float scale = 1);

}  // namespace warplens::export_
