#include "cli/picture_options.h"

#include <string_view>

#include "experiment/experiment.h"
#include "launch/arguments/value.h"
#include "view/table.h"

namespace warplens::cli {
namespace {

constexpr std::uint32_t smallest_side = 400, max_side = 8192;

}  // namespace

void add_picture_options(CLI::App& command, PictureOptions& options) {
  command
      .add_option("--set", options.assignments, "a parameter of the experiment, or entry, grid, block, seed, schedule, repeats")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--size", options.size, "of the picture in pixels (default 1920x1080)")->type_name("WxH");
  command.add_option("--scale", options.scale, "pixels per point of the design (default: by the size)")->type_name("S");
  command
      .add_option("--device", options.device,
                  "auto, simt, gpu, gpu:NUMBER or remote:COMMAND (see warplens run --help); a GPU also draws, and says whether "
                  "the output "
                  "went through this computer's memory")
      ->type_name("DEVICE");
  command.add_option("--view", options.view, view::view_names() + " (default: as the experiment opens)")->type_name("VIEW");
  command
      .add_option("--colour", options.colour,
                  "of the mapping: block, warp, order, count, result or value; of a matrix that was written: value")
      ->type_name("COLOUR");
  command.add_option("--theme", options.theme, "dark, light or projector")->type_name("THEME");
}

base::Result<PictureSize> picture_size(const PictureOptions& options) {
  if (options.scale && !(*options.scale > 0 && *options.scale <= 8))
    return base::Error{"--scale", 0, 0, "it must be more than 0 and at most 8"};
  return options.size.empty() ? PictureSize{} : parse_size(options.size);
}

base::Result<PictureSize> parse_size(const std::string& text) {
  const auto wrong = [&](const std::string& why) { return base::Error{"--size", 0, 0, why}; };
  const std::size_t x = text.find('x');
  const auto number = [](std::string_view digits) { return launch::parse_scalar(launch::ElementType::u32, digits); };
  if (x == std::string::npos) return wrong("'" + text + "' is not of the form WxH");
  const auto width = number(std::string_view(text).substr(0, x)), height = number(std::string_view(text).substr(x + 1));
  if (!width || !height) return wrong("'" + text + "' is not of the form WxH");
  const auto fits = [](std::uint64_t side) { return side >= smallest_side && side <= max_side; };
  if (!fits(width->bits) || !fits(height->bits)) {
    return wrong("each side must be from " + std::to_string(smallest_side) + " to " + std::to_string(max_side) + " pixels");
  }
  return PictureSize{static_cast<std::uint32_t>(width->bits), static_cast<std::uint32_t>(height->bits)};
}

base::Result<view::ThemeName> parse_theme(const std::string& text) {
  if (const auto theme = view::theme_names.value_of(text)) return *theme;
  return base::Error{"--theme", 0, 0, "'" + text + "' is not one of dark, light, projector"};
}

}  // namespace warplens::cli
