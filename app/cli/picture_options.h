#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "view/theme.h"

namespace warplens::cli {

/// Pixels.
struct PictureSize {
  std::uint32_t width = 1920, height = 1080;
};

/// `WxH` of --size: 400 to 8192 pixels a side.
base::Result<PictureSize> parse_size(const std::string& text);
/// A name of --theme.
base::Result<view::ThemeName> parse_theme(const std::string& text);

}  // namespace warplens::cli
