#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "view/drawing/theme.h"

namespace warplens::cli {

/// Width and height of a picture, pixels.
struct PictureSize {
  std::uint32_t width = 1920, height = 1080;
};

/// Options shared by all commands that draw the window; empty: not given.
struct PictureOptions {
  std::string name, device, view, colour, theme, size, sweep;
  std::vector<std::string> assignments;  ///< assignments of --set
  std::optional<float> scale;
};
/// Add to a command all these options but the name and the sweep. `options` must outlive the command.
void add_picture_options(CLI::App& command, PictureOptions& options);
/// The size of the picture. Errors: --size, or a --scale that cannot be drawn.
base::Result<PictureSize> picture_size(const PictureOptions& options);

/// `WxH` of --size: 400 to 8192 pixels a side.
base::Result<PictureSize> parse_size(const std::string& text);
/// The theme named by --theme.
base::Result<view::ThemeName> parse_theme(const std::string& text);

}  // namespace warplens::cli
