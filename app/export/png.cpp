#include "export/png.h"

#include <limits>

#include "base/file.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace warplens::export_ {
namespace {

void append(void* target, void* data, int size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(target);
  const auto* first = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

}  // namespace

base::Result<std::vector<std::byte>> png_of(std::uint32_t width, std::uint32_t height, std::span<const view::Colour> pixels) {
  static_assert(sizeof(view::Colour) == 4);
  // stb works in int, and adds a byte to each row.
  constexpr std::uint64_t most = std::numeric_limits<int>::max() / 2;
  const std::uint64_t count = std::uint64_t{width} * height;
  if (count == 0 || count != pixels.size() || count * 4 + height > most) {
    return base::error("cannot make a PNG of " + std::to_string(width) + " × " + std::to_string(height) + " pixels");
  }
  std::vector<std::byte> bytes;
  const int written = stbi_write_png_to_func(append, &bytes, static_cast<int>(width), static_cast<int>(height), 4, pixels.data(),
                                             static_cast<int>(width * 4));
  if (written == 0) return base::error("not enough memory for a PNG");
  return bytes;
}

base::Status write_png(const std::filesystem::path& path, const view::Raster& picture) {
  const auto bytes = png_of(picture.width, picture.height, picture.pixels);
  if (!bytes) return bytes.error();
  return base::write_file(path, *bytes);
}

}  // namespace warplens::export_
