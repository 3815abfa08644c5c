#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::experiment {

/// Triangles in space, x to the right, y up, z towards the viewer.
struct Mesh {
  std::string name;            ///< "ship", "spheres", or the file it was read from
  std::vector<float> corners;  ///< nine numbers a triangle: x y z of each corner
  std::uint64_t triangles() const { return corners.size() / 9; }
};

/// The most triangles that a mesh may have, and the largest file.
inline constexpr std::uint64_t most_triangles = 20'000, largest_mesh_file = 64u << 20;

/// A ship-like model: a hull, a deck house, masts and funnels, about 14 long. `detail`, at least 1, multiplies the triangles.
Mesh make_ship(std::uint32_t detail);
/// A large sphere with smaller ones round it.
Mesh make_spheres(std::uint32_t detail);
/// The one called "ship" or "spheres"; an empty one where there is none of that name.
Mesh make_mesh(const std::string& name, std::uint32_t detail);
inline constexpr std::array<const char*, 2> mesh_names{"ship", "spheres"};

/// The text of a Wavefront .obj (tinyobjloader); polygons are cut into triangles, everything but positions and faces is left out.
/// The model is moved and scaled to the size of the others. Errors: no faces, too many, a face that names a corner that is not
/// there, a coordinate that is no finite number.
base::Result<Mesh> parse_mesh(const std::string& text, const std::string& name);
/// The same of a file. Errors besides: not readable, too large.
base::Result<Mesh> load_mesh(const std::filesystem::path& file);

/// A bounding-volume hierarchy, as the kernels of rays.cu read it.
struct BoundingTree {
  std::vector<float> boxes;         ///< six numbers a node: least x y z, greatest x y z
  std::vector<std::int32_t> links;  ///< two a node: the children, or -1 - first place in `order` and the number of triangles
  std::vector<std::int32_t> order;  ///< triangles, those of a leaf one beside the other
};
inline constexpr std::uint64_t leaf_triangles = 4;
/// Splits at the median of the triangles' centres along the longest side, until a leaf has at most leaf_triangles.
BoundingTree bounding_tree(const Mesh& mesh);
/// Nodes of the tree over so many triangles: the median split depends on nothing else.
std::uint64_t tree_nodes(std::uint64_t triangles);

}  // namespace warplens::experiment
