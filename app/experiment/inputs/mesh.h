#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::experiment {

/// A triangle mesh; x to the right, y up, z towards the viewer.
struct Mesh {
  std::string name;            ///< "ship", "spheres", or the file of the mesh
  std::vector<float> corners;  ///< nine numbers per triangle: x y z of each corner
  std::uint64_t triangles() const { return corners.size() / 9; }
};

/// Maximum number of triangles of a mesh, and maximum file size in bytes.
inline constexpr std::uint64_t max_triangles = 20'000, max_mesh_file = 64u << 20;

/// A ship: a hull, a deck house, masts and funnels, about 14 units long. `detail`, at least 1, multiplies the triangles.
Mesh make_ship(std::uint32_t detail);
/// A large sphere surrounded by smaller ones.
Mesh make_spheres(std::uint32_t detail);
/// The mesh called "ship" or "spheres"; an empty mesh for other names.
Mesh make_mesh(const std::string& name, std::uint32_t detail);
inline constexpr std::array<const char*, 2> mesh_names{"ship", "spheres"};

/// Parse a Wavefront .obj model, centre it and scale it to the size of the built-in ones. Errors: those of
/// launch::parse_wavefront().
base::Result<Mesh> parse_mesh(const std::string& text, const std::string& name);
/// Parse the mesh in a file. Further errors: unreadable, too large.
base::Result<Mesh> load_mesh(const std::filesystem::path& file);

/// A bounding-volume hierarchy in the layout that the kernels of rays.cu use.
struct BoundingTree {
  std::vector<float> boxes;         ///< six numbers per node: minimum x y z, maximum x y z
  std::vector<std::int32_t> links;  ///< two per node: the children, or -1 - first index in `order` and the number of triangles
  std::vector<std::int32_t> order;  ///< triangles; those of a leaf are contiguous
};
inline constexpr std::uint64_t leaf_triangles = 4;
/// Build the tree: split at the median of the triangles' centres along the longest side, until a leaf has at most leaf_triangles.
BoundingTree bounding_tree(const Mesh& mesh);
/// Number of nodes of the tree; depends only on the number of triangles.
std::uint64_t tree_nodes(std::uint64_t triangles);

}  // namespace warplens::experiment
