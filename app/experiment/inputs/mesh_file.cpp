#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/file.h"
#include "base/number_format.h"
#include "experiment/inputs/mesh.h"

namespace warplens::experiment {
namespace {

constexpr float model_size = 14;  // its longest side, as the ship's

/// Line (1-based) of the first face or vertex line that tinyobjloader would misread, and the reason. It parses the valid prefix
/// of a number, and takes 0 if there is none.
base::Status check_lines(const std::string& text, const std::string& file) {
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
      faces += corners - 2;
      if (faces > most_triangles) return wrong("more than " + base::grouped(most_triangles) + " triangles");
    }
  }
  if (faces == 0) return base::Error{file, 0, 0, "no faces: a Wavefront .obj has lines 'v x y z' and 'f 1 2 3'"};
  return base::Nothing{};
}

/// Centre the mesh and scale it to the size of the built-in models.
void fit(std::vector<float>& corners) {
  std::array<float, 3> low, high;
  low.fill(std::numeric_limits<float>::infinity());
  high.fill(-std::numeric_limits<float>::infinity());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    low[k % 3] = std::min(low[k % 3], corners[k]);
    high[k % 3] = std::max(high[k % 3], corners[k]);
  }
  double longest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) longest = std::max(longest, double{high[axis]} - low[axis]);
  const double scale = longest > 0 ? model_size / longest : 1;
  for (std::size_t k = 0; k < corners.size(); ++k)
    corners[k] = static_cast<float>((corners[k] - (double{low[k % 3]} + high[k % 3]) / 2) * scale);
}

}  // namespace

base::Result<Mesh> parse_mesh(const std::string& text, const std::string& name) {
  if (const base::Status lines = check_lines(text, name); !lines) return lines.error();
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  std::istringstream stream(text);
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream))
    return base::Error{name, 0, 0, error.empty() ? "not a Wavefront .obj" : "not a Wavefront .obj: " + error};
  Mesh mesh{name, {}};
  for (const tinyobj::shape_t& shape : shapes)
    for (const tinyobj::index_t& index : shape.mesh.indices) {
      const auto first = 3 * static_cast<std::size_t>(index.vertex_index);
      if (index.vertex_index < 0 || first + 3 > attributes.vertices.size())
        return base::Error{name, 0, 0, "a face names a corner that is not there"};
      for (std::size_t axis = 0; axis < 3; ++axis) mesh.corners.push_back(attributes.vertices[first + axis]);
    }
  mesh.corners.resize(mesh.corners.size() / 9 * 9);
  if (mesh.corners.empty()) return base::Error{name, 0, 0, "no faces that can be cut into triangles"};
  if (mesh.triangles() > most_triangles)
    return base::Error{name, 0, 0, "more than " + base::grouped(most_triangles) + " triangles"};
  fit(mesh.corners);
  return mesh;
}

base::Result<Mesh> load_mesh(const std::filesystem::path& file) {
  const auto text = base::read_text(file, largest_mesh_file, "a model");
  if (!text) return text.error();
  return parse_mesh(*text, file.string());
}

}  // namespace warplens::experiment
