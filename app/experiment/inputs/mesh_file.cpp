#include <algorithm>
#include <array>
#include <limits>

#include "base/file.h"
#include "experiment/inputs/mesh.h"
#include "launch/arguments/wavefront.h"

namespace warplens::experiment {
namespace {

constexpr float model_size = 14;  // its longest side, as the ship's

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
  const auto model = launch::parse_wavefront(text, name, max_triangles);
  if (!model) return model.error();
  Mesh mesh{name, {}};
  for (const std::int32_t corner : model->corners) {
    const auto vertex = model->vertices.begin() + 3 * static_cast<std::ptrdiff_t>(corner);
    mesh.corners.insert(mesh.corners.end(), vertex, vertex + 3);
  }
  fit(mesh.corners);
  return mesh;
}

base::Result<Mesh> load_mesh(const std::filesystem::path& file) {
  const auto text = base::read_text(file, max_mesh_file, "a model");
  if (!text) return text.error();
  return parse_mesh(*text, file.string());
}

}  // namespace warplens::experiment
