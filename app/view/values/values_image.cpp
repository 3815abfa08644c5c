#include "view/values/values_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/test_image.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

constexpr float label_height = 24, scale_height = 26, between_images = 16;  // points

/// One of the pictures: its name and the value of each element, NaN where it is not known.
struct PictureContent {
  std::string words;
  std::vector<double> values;
  std::uint32_t channels = 1;
  bool of_shown = true;  ///< of the shown buffer
};

/// The numbers of `elements` of a type; NaN where `bytes` end before.
std::vector<double> numbers_in(launch::ElementType type, std::uint64_t elements, std::span<const std::byte> bytes) {
  std::vector<double> numbers(elements, std::nan(""));
  const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), elements * launch::bytes(type)));
  launch::for_each_element(type, bytes.first(known), [&](std::uint64_t k, double value) { numbers[k] = value; });
  return numbers;
}

/// The first buffer besides the shown one that has `pixels` pixels; nothing if there is none.
std::optional<PictureContent> source_of(const ValuesInput& input, std::uint64_t pixels) {
  const std::vector<BufferShape>& buffers = input.subject.buffers;
  for (std::size_t number = 0; number < std::min(buffers.size(), input.initial.size()); ++number) {
    const BufferShape& shape = buffers[number];
    const std::uint64_t channels = shape.elements / pixels;
    if (number == input.subject.buffer || shape.elements % pixels != 0 || (channels != 1 && channels != 3 && channels != 4))
      continue;
    return PictureContent{"input “" + shape.name + "”, before the launch",
                          numbers_in(shape.type, shape.elements, input.initial[number]), static_cast<std::uint32_t>(channels),
                          false};
  }
  return std::nullopt;
}

bool is_blank(const std::vector<double>& values) {
  return std::ranges::all_of(values, [&](double value) { return value == values.front() || std::isnan(value); });
}

std::vector<PictureContent> picture_contents(const ValuesInput& input, std::uint32_t channels) {
  const Subject& subject = input.subject;
  std::vector<PictureContent> all;
  all.push_back({"before the launch", numbers_in(subject.type, subject.elements, bytes_before(input)), channels});
  if (is_blank(all.front().values))
    if (auto source = source_of(input, subject.elements / channels)) all.front() = std::move(*source);
  all.push_back({"after the launch", numbers_in(subject.type, subject.elements, final_values(subject).bytes), channels});
  if (subject.expected.size() == subject.elements)
    all.push_back({"expected", {subject.expected.begin(), subject.expected.end()}, channels});
  return all;
}

/// The values that are black and white.
struct BlackAndWhite {
  double black = 0, white = 1;
};

/// 0 to 1 for fractions, 0 to 255 for what fits, else from the smallest to the largest value.
BlackAndWhite levels_of(const std::vector<PictureContent>& contents, bool floating) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const PictureContent& content : contents)
    for (const double value : content.values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  constexpr double byte = 255;
  if (low > high || (floating && low >= 0 && high <= 1)) return {0, floating ? 1 : byte};
  if (low >= 0 && high <= byte) return {0, byte};
  return {low, high};
}

std::shared_ptr<const Raster> raster_of(const PictureContent& content, const BlackAndWhite& levels, std::uint64_t width,
                                        Colour unknown) {
  const std::vector<double>& values = content.values;
  const std::uint32_t channels = content.channels;
  const std::uint64_t pixels = values.size() / channels, rows = (pixels + width - 1) / width;
  auto raster = std::make_shared<Raster>();
  raster->width = static_cast<std::uint32_t>(width);
  raster->height = static_cast<std::uint32_t>(rows);
  raster->pixels.assign(width * rows, Colour{0, 0, 0, 0});
  const double span = levels.white > levels.black ? levels.white - levels.black : 1;
  const auto level = [&](double value) {
    constexpr double white = 255;
    return static_cast<std::uint8_t>(std::lround(std::clamp((value - levels.black) / span, 0.0, 1.0) * white));
  };
  for (std::uint64_t pixel = 0; pixel < pixels; ++pixel) {
    const double* const from = values.data() + pixel * channels;
    const bool grey = channels == 1;
    const double red = from[0], green = grey ? red : from[1], blue = grey ? red : from[2];
    const bool known = !std::isnan(red) && !std::isnan(green) && !std::isnan(blue);
    raster->pixels[pixel] = known ? Colour{level(red), level(green), level(blue)} : unknown;
  }
  return raster;
}

/// The largest place for `width` × `rows` pixels at the upper left of the room; whole points a pixel if there is room.
Rectangle fitted(const Rectangle& room, std::uint64_t width, std::uint64_t rows) {
  float scale = std::min(room.width / static_cast<float>(width), room.height / static_cast<float>(rows));
  if (scale >= 2) scale = std::floor(scale);
  return {room.x, room.y, scale * static_cast<float>(width), scale * static_cast<float>(rows)};
}

void mark_pixel(Canvas& canvas, const ValuesImage& image, std::uint64_t rows, std::uint64_t element) {
  if (element >= image.elements) return;
  const std::uint64_t pixel = element / image.channels;
  const float w = image.at.width / static_cast<float>(image.width), h = image.at.height / static_cast<float>(rows);
  constexpr float least = 6;
  const float x = image.at.x + w * (static_cast<float>(pixel % image.width) + 0.5f),
              y = image.at.y + h * (static_cast<float>(pixel / image.width) + 0.5f);
  const float wide = std::max(w, least), high = std::max(h, least);
  const Rectangle ring{x - wide / 2, y - high / 2, wide, high};
  canvas.box({ring.x - 1, ring.y - 1, ring.width + 2, ring.height + 2}, 2, {0, 0, 0, 0}, canvas.theme().background, 1.5f);
  canvas.box(ring, 1, {0, 0, 0, 0}, canvas.theme().accent, 1.5f);
}

}  // namespace

std::uint32_t channels_of(ColourMode shown_as) {
  switch (shown_as) {
    case ColourMode::grey:
      return 1;
    case ColourMode::rgb:
      return 3;
    case ColourMode::rgba:
      return 4;
    default:
      return 0;
  }
}

std::uint64_t ValuesImage::element_at(Point point) const {
  const std::uint64_t rows = (elements / channels + width - 1) / width;
  const auto column = static_cast<std::uint64_t>((point.x - at.x) / at.width * static_cast<float>(width)),
             row = static_cast<std::uint64_t>((point.y - at.y) / at.height * static_cast<float>(rows));
  const std::uint64_t element = (std::min(row, rows - 1) * width + std::min(column, width - 1)) * channels;
  return element < elements ? element : Target::none;
}

std::vector<ValuesImage> draw_values_images(Canvas& canvas, const ValuesInput& input, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  const Subject& subject = input.subject;
  const std::uint32_t channels = channels_of(input.shown_as);
  const std::uint64_t columns = shape_of(subject, subject.buffer).columns,
                      width = launch::picture_width(subject.elements, columns, channels), pixels = subject.elements / channels,
                      rows = std::max<std::uint64_t>((pixels + width - 1) / width, 1);
  canvas.fitting_section({0, 14},
                         {fmt::format("{} as a picture of {} × {}", as_written(subject.buffer_name), width, rows),
                          fmt::format("{}: {} × {}", as_written(subject.buffer_name), width, rows)},
                         canvas.width());
  if (pixels == 0) {
    canvas.text({0, at.y + 30}, 17, "There are fewer elements than a pixel has.", theme.muted);
    return {};
  }
  const std::vector<PictureContent> contents = picture_contents(input, channels);
  const BlackAndWhite levels = levels_of(contents, launch::is_floating(subject.type));
  const auto count = static_cast<float>(contents.size());
  const float wide = (at.width - between_images * (count - 1)) / count;
  std::vector<ValuesImage> drawn;
  float x = at.x, bottom = at.y;
  for (const PictureContent& content : contents) {
    const Rectangle room{x, at.y + label_height, wide, at.height - label_height - scale_height};
    const ValuesImage image{fitted(room, width, rows), width, subject.elements, channels};
    canvas.text({x, at.y + 15}, smallest_text, fitting_text({content.words}, smallest_text, wide), theme.soft);
    canvas.image({image.at, 0, raster_of(content, levels, width, theme.untouched)});
    mark_pixel(canvas, image, rows, input.hover.element);
    bottom = std::max(bottom, image.at.y + image.at.height);
    if (content.of_shown) drawn.push_back(image);
    x += wide + between_images;
  }
  canvas.text({at.x, bottom + 18}, smallest_text,
              fitting_text({fmt::format("{} is black, {} is white{}.", number(levels.black), number(levels.white),
                                        channels == 4 ? "; alpha is not drawn" : ""),
                            fmt::format("{} black, {} white", number(levels.black), number(levels.white))},
                           smallest_text, at.width),
              theme.muted);
  return drawn;
}

}  // namespace warplens::view
