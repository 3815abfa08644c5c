#include "cli/picture_options.h"

#include <string_view>

#include "launch/value.h"

namespace warplens::cli {
namespace {

constexpr std::uint32_t smallest_side = 400, largest_side = 8192;

}  // namespace

base::Result<PictureSize> parse_size(const std::string& text) {
  const auto wrong = [&](const std::string& why) { return base::Error{"--size", 0, 0, why}; };
  const std::size_t x = text.find('x');
  const auto number = [](std::string_view digits) { return launch::parse_scalar(launch::ElementType::u32, digits); };
  if (x == std::string::npos) return wrong("'" + text + "' is not of the form WxH");
  const auto width = number(std::string_view(text).substr(0, x)), height = number(std::string_view(text).substr(x + 1));
  if (!width || !height) return wrong("'" + text + "' is not of the form WxH");
  const auto fits = [](std::uint64_t side) { return side >= smallest_side && side <= largest_side; };
  if (!fits(width->bits) || !fits(height->bits)) {
    return wrong("each side must be from " + std::to_string(smallest_side) + " to " + std::to_string(largest_side) + " pixels");
  }
  return PictureSize{static_cast<std::uint32_t>(width->bits), static_cast<std::uint32_t>(height->bits)};
}

base::Result<view::ThemeName> parse_theme(const std::string& text) {
  if (text == "dark") return view::ThemeName::dark;
  if (text == "light") return view::ThemeName::light;
  if (text == "projector") return view::ThemeName::projector;
  return base::Error{"--theme", 0, 0, "'" + text + "' is not one of dark, light, projector"};
}

}  // namespace warplens::cli
