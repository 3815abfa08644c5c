#include "launch/arguments/image.h"

#include <png.h>
#include <turbojpeg.h>

#include <cmath>
#include <memory>
#include <vector>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t max_pixels = std::uint64_t{1} << 26;  // so that a small file cannot fill the memory

/// Pixels as red, green, blue and opacity; `channels` is what the file has: 1 (grey), 3 or 4.
struct Picture {
  std::uint64_t width = 0, height = 0;
  std::uint32_t channels = 0;
  std::vector<unsigned char> rgba;
};

const unsigned char* bytes_of(const Bytes& file) { return reinterpret_cast<const unsigned char*>(file.data()); }

base::Status check_pixels(std::uint64_t width, std::uint64_t height) {
  if (width > 0 && height > 0 && width <= max_pixels / height) return base::Nothing{};
  return base::error("the image has " + std::to_string(width) + " × " + std::to_string(height) +
                     " pixels; the most there can be is " + base::grouped(max_pixels));
}

/// Also one that was begun and not finished.
struct FreePng {
  void operator()(png_image* image) const { png_image_free(image); }
};

base::Result<Picture> read_png(const Bytes& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, FreePng> owner(&image);
  if (png_image_begin_read_from_memory(&image, file.data(), file.size()) == 0)
    return base::error(std::string("the image is damaged: ") + image.message);
  if (const base::Status fits = check_pixels(image.width, image.height); !fits) return fits.error();
  const bool colour = (image.format & PNG_FORMAT_FLAG_COLOR) != 0, alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  Picture picture{image.width, image.height, colour ? (alpha ? 4u : 3u) : 1u, {}};
  image.format = PNG_FORMAT_RGBA;
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
    return base::error(std::string("the image is damaged: ") + image.message);
  return picture;
}

struct CloseJpeg {
  void operator()(void* handle) const { tjDestroy(handle); }
};

base::Result<Picture> read_jpeg(const Bytes& file) {
  const std::unique_ptr<void, CloseJpeg> jpeg(tjInitDecompress());
  const auto damaged = [&] { return base::error(std::string("the image is damaged: ") + tjGetErrorStr2(jpeg.get())); };
  int width = 0, height = 0, subsampling = 0, space = 0;
  if (tjDecompressHeader3(jpeg.get(), bytes_of(file), file.size(), &width, &height, &subsampling, &space) != 0) return damaged();
  const auto wide = static_cast<std::uint64_t>(width), high = static_cast<std::uint64_t>(height);
  if (const base::Status fits = check_pixels(wide, high); !fits) return fits.error();
  Picture picture{wide, high, space == TJCS_GRAY ? 1u : 3u, std::vector<unsigned char>(wide * high * 4)};
  constexpr int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
  if (tjDecompress2(jpeg.get(), bytes_of(file), file.size(), picture.rgba.data(), width, 0, height, TJPF_RGBA, flags) != 0)
    return damaged();
  return picture;
}

base::Result<Picture> read_picture(const Bytes& file) {
  constexpr std::size_t mark = 8;
  if (file.size() >= mark && png_sig_cmp(bytes_of(file), 0, mark) == 0) return read_png(file);
  if (file.size() >= 2 && file[0] == std::byte{0xff} && file[1] == std::byte{0xd8}) return read_jpeg(file);
  return base::error("this is no PNG or JPEG image");
}

/// ITU-R BT.601 luma.
double grey_of(const unsigned char* rgba) { return std::round(0.299 * rgba[0] + 0.587 * rgba[1] + 0.114 * rgba[2]); }

}  // namespace

base::Result<Bytes> parse_image(ElementType type, std::optional<std::uint64_t> size, const Bytes& file, const std::string& name) {
  const auto refuse = [&](const std::string& why) { return base::Error{name, 0, 0, why}; };
  const base::Result<Picture> picture = read_picture(file);
  if (!picture) return refuse(picture.error().message);
  const std::uint64_t pixels = picture->width * picture->height, wanted = size.value_or(pixels * picture->channels);
  if (wanted != pixels && wanted != 3 * pixels && wanted != 4 * pixels)
    return refuse("the image has " + std::to_string(picture->width) + " × " + std::to_string(picture->height) +
                  " pixels: " + base::grouped(pixels) + " elements in grey, " + base::grouped(3 * pixels) + " as RGB, " +
                  base::grouped(4 * pixels) + " as RGBA, not " + base::grouped(wanted));
  const std::uint64_t channels = wanted / pixels;
  Bytes elements(wanted * bytes(type));
  const double scale = is_floating(type) ? 255.0 : 1.0;
  for (std::uint64_t k = 0; k < wanted; ++k) {
    const unsigned char* pixel = picture->rgba.data() + k / channels * 4;
    set_element(type, elements, k, (channels == 1 ? grey_of(pixel) : double{1} * pixel[k % channels]) / scale);
  }
  return elements;
}

}  // namespace warplens::launch
