#include "launch/arguments/image.h"

#include <limits>
#include <memory>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

namespace warplens::launch {
namespace {

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

}  // namespace

base::Result<Bytes> parse_image(ElementType type, std::optional<std::uint64_t> size, const Bytes& file, const std::string& name) {
  const auto refuse = [&](const std::string& why) { return base::Error{name, 0, 0, why}; };
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return refuse("the file is too large for an image");
  const auto* bytes_of_file = reinterpret_cast<const stbi_uc*>(file.data());
  const int file_size = static_cast<int>(file.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(bytes_of_file, file_size, &width, &height, &channels) == 0 || width <= 0 || height <= 0)
    return refuse("this is no PNG or JPEG image");
  const std::uint64_t pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  const std::uint64_t wanted = size.value_or(pixels * static_cast<std::uint64_t>(channels));
  if (wanted != pixels && wanted != 3 * pixels && wanted != 4 * pixels && size)
    return refuse("the image has " + std::to_string(width) + " × " + std::to_string(height) +
                  " pixels: " + base::grouped(pixels) + " elements in grey, " + base::grouped(3 * pixels) + " as RGB, " +
                  base::grouped(4 * pixels) + " as RGBA, not " + base::grouped(wanted));
  const int per_pixel = static_cast<int>(wanted / pixels);
  const std::unique_ptr<stbi_uc, FreePixels> data(
      stbi_load_from_memory(bytes_of_file, file_size, &width, &height, &channels, per_pixel));
  if (!data) return refuse(std::string("the image is damaged: ") + stbi_failure_reason());
  Bytes elements(wanted * bytes(type));
  const bool floating = is_floating(type);
  for (std::uint64_t k = 0; k < wanted; ++k)
    set_element(type, elements, k, floating ? data.get()[k] / 255.0 : static_cast<double>(data.get()[k]));
  return elements;
}

}  // namespace warplens::launch
