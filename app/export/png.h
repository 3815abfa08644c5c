#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/result.h"
#include "view/drawing/drawing.h"

namespace warplens::export_ {

/// Encode a PNG file of `width` × `height` RGBA pixels with 8 bits per channel, row by row from the top. Errors: the number of
/// pixels does not match the size, or the size is zero.
base::Result<std::vector<std::byte>> png_of(std::uint32_t width, std::uint32_t height, std::span<const view::Colour> pixels);

base::Status write_png(const std::filesystem::path& path, const view::Raster& picture);

}  // namespace warplens::export_
