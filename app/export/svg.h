#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "view/drawing.h"

namespace warplens::export_ {

/// An SVG 1.1 file of a drawing, for slides and papers: text stays text (Inter and JetBrains Mono, with fallbacks), rasters are
/// embedded as PNG. One point of the design is one pixel of the SVG. An error where an image is in a GL texture, whose pixels are
/// not here.
base::Result<std::string> svg_of(const view::Drawing& drawing, view::Colour background);

base::Status write_svg(const std::filesystem::path& path, const view::Drawing& drawing, view::Colour background);

}  // namespace warplens::export_
