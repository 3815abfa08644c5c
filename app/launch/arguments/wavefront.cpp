#include "launch/arguments/wavefront.h"

#include <tiny_obj_loader.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"

namespace warplens::launch {
namespace {

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
