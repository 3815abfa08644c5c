#include "launch/arguments/array_files.h"

#include <png.h>
#include <tiny_obj_loader.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <utility>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"

namespace warplens::launch {
namespace {

constexpr std::string_view separators = ",; \t\r";

/// Append the numbers of a line; the column (from 1) of the first text that is none, 0 if all are numbers.
std::size_t append_line(ElementType type, std::string_view line, Bytes& data, std::string& why) {
  for (std::size_t at = line.find_first_not_of(separators); at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    const auto scalar = parse_scalar(type, line.substr(at, end - at));
    if (!scalar) {
      why = scalar.error().message;
      return at + 1;
    }
    const auto* from = reinterpret_cast<const std::byte*>(&scalar->bits);
    data.insert(data.end(), from, from + bytes(type));
    at = line.find_first_not_of(separators, end);
  }
  return 0;
}

bool begins_with_number(std::string_view line) {
  const std::size_t at = std::min(line.find_first_not_of(separators), line.size());
  return parse_scalar(ElementType::f64, line.substr(at, line.find_first_of(separators, at) - at)).ok();
}

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

constexpr std::uint64_t max_face_corners = 1'000;  // cutting a face into triangles takes the square of their number

/// Check what tinyobjloader accepts silently: it reads "1x" as 1 and "x" as 0. The error names the first bad vertex or face line.
base::Status check_lines(const std::string& text, const std::string& file, std::uint64_t max_triangles) {
  std::istringstream lines(text);
  std::string line;
  std::uint64_t vertices = 0, faces = 0;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    const auto wrong = [&](const std::string& why) { return base::Error{file, static_cast<int>(number), 1, why}; };
    if (kind == "v") {
      ++vertices;
      for (int axis = 0; axis < 3; ++axis) {
        std::string word;
        words >> word;
        char* end = nullptr;
        const float value = std::strtof(word.c_str(), &end);
        if (word.empty() || *end != '\0' || !std::isfinite(value))
          return wrong("a vertex needs three finite numbers, not '" + word.substr(0, 40) + "'");
      }
    } else if (kind == "f") {
      std::uint64_t corners = 0;
      for (std::string word; words >> word; ++corners) {
        char* end = nullptr;
        const long long index = std::strtoll(word.c_str(), &end, 10);
        if (end == word.c_str() || (*end != '\0' && *end != '/'))
          return wrong("a face names its corners by number, not '" + word.substr(0, 40) + "'");
        const auto there = static_cast<long long>(vertices);
        if (index == 0 || index > there || index < -there)
          return wrong("a face names corner " + std::to_string(index) + ", but there are " + base::grouped(vertices) +
                       " before it");
      }
      if (corners < 3) return wrong("a face needs three corners at least");
      if (corners > max_face_corners) return wrong("a face has more than " + base::grouped(max_face_corners) + " corners");
      faces += corners - 2;
      if (faces > max_triangles) return wrong("more than " + base::grouped(max_triangles) + " triangles");
    }
  }
  if (faces == 0) return base::Error{file, 0, 0, "no faces: a Wavefront .obj has lines 'v x y z' and 'f 1 2 3'"};
  return base::Nothing{};
}

}  // namespace

base::Result<Bytes> parse_csv(ElementType type, std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark that spreadsheets write
  Bytes data;
  int number = 0;
  bool heading_may_come = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    ++number;
    at = end + 1;
    if (line.starts_with('#')) continue;
    std::string why;
    const std::size_t column = append_line(type, line, data, why);
    const bool heading = std::exchange(heading_may_come, false);
    if (column == 0) continue;
    if (!heading || begins_with_number(line)) return base::Error{name, number, static_cast<int>(column), why};
  }
  return data;
}

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

base::Result<Wavefront> parse_wavefront(const std::string& text, const std::string& name, std::uint64_t max_triangles) {
  if (const base::Status lines = check_lines(text, name, max_triangles); !lines) return lines.error();
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  std::istringstream stream(text);
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream))
    return base::Error{name, 0, 0, error.empty() ? "not a Wavefront .obj" : "not a Wavefront .obj: " + error};
  Wavefront model{std::move(attributes.vertices), {}};
  for (const tinyobj::shape_t& shape : shapes)
    for (const tinyobj::index_t& index : shape.mesh.indices) {
      if (index.vertex_index < 0 || 3 * static_cast<std::size_t>(index.vertex_index) + 3 > model.vertices.size())
        return base::Error{name, 0, 0, "a face names a corner that is not there"};
      model.corners.push_back(index.vertex_index);
    }
  model.corners.resize(model.corners.size() / 3 * 3);
  if (model.corners.empty()) return base::Error{name, 0, 0, "no faces that can be cut into triangles"};
  if (model.corners.size() / 3 > max_triangles)
    return base::Error{name, 0, 0, "more than " + base::grouped(max_triangles) + " triangles"};
  return model;
}

base::Result<Bytes> wavefront_content(ElementType type, const std::string& text, const std::string& name) {
  constexpr std::uint64_t max_triangles = 50'000'000;
  const auto model = parse_wavefront(text, name, max_triangles);
  if (!model) return model.error();
  const std::uint64_t elements = is_floating(type) ? model->vertices.size() : model->corners.size();
  return with_type(type, [&](auto zero) -> base::Result<Bytes> {
    Bytes data(elements * sizeof zero);
    for (std::uint64_t index = 0; index < elements; ++index) {
      const double number =
          is_floating(type) ? static_cast<double>(model->vertices[index]) : static_cast<double>(model->corners[index]);
      const auto scalar = make_scalar(type, number);
      if (!scalar) return base::Error{name, 0, 0, scalar.error().message};
      std::memcpy(data.data() + index * sizeof zero, &scalar->bits, sizeof zero);
    }
    return data;
  });
}

}  // namespace warplens::launch
