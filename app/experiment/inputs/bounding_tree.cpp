#include <algorithm>
#include <limits>
#include <numeric>

#include "experiment/inputs/mesh.h"

namespace warplens::experiment {
namespace {

struct Builder {
  const Mesh& mesh;
  BoundingTree tree;

  double centre(std::int32_t triangle, std::size_t axis) const {
    const float* at = mesh.corners.data() + 9 * static_cast<std::size_t>(triangle) + axis;
    return (double{at[0]} + at[3] + at[6]) / 3;
  }

  void add_box(std::size_t first, std::size_t count) {
    float low[3], high[3];
    std::fill(low, low + 3, std::numeric_limits<float>::infinity());
    std::fill(high, high + 3, -std::numeric_limits<float>::infinity());
    for (std::size_t k = first; k < first + count; ++k) {
      const float* at = mesh.corners.data() + 9 * static_cast<std::size_t>(tree.order[k]);
      for (std::size_t n = 0; n < 9; ++n) {
        low[n % 3] = std::min(low[n % 3], at[n]);
        high[n % 3] = std::max(high[n % 3], at[n]);
      }
    }
    // Slightly enlarged, so that rounding does not make a ray along a side miss the box.
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float margin = 1e-4f * (1 + high[axis] - low[axis]);
      low[axis] -= margin;
      high[axis] += margin;
    }
    tree.boxes.insert(tree.boxes.end(), low, low + 3);
    tree.boxes.insert(tree.boxes.end(), high, high + 3);
  }

  /// The longest side of the box of `node`.
  std::size_t longest(std::size_t node) const {
    const float* box = tree.boxes.data() + 6 * node;
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (box[3 + k] - box[k] > box[3 + axis] - box[axis]) axis = k;
    return axis;
  }

  std::int32_t build(std::size_t first, std::size_t count) {
    const std::size_t node = tree.boxes.size() / 6;
    add_box(first, count);
    tree.links.insert(tree.links.end(), {-1 - static_cast<std::int32_t>(first), static_cast<std::int32_t>(count)});
    if (count <= leaf_triangles) return static_cast<std::int32_t>(node);
    const std::size_t axis = longest(node), half = count / 2;
    const auto begin = tree.order.begin() + static_cast<std::ptrdiff_t>(first);
    // Equal centres are ordered by triangle number, so that the tree is the same on every machine.
    std::nth_element(
        begin, begin + static_cast<std::ptrdiff_t>(half), begin + static_cast<std::ptrdiff_t>(count),
        [&](std::int32_t a, std::int32_t b) { return std::pair(centre(a, axis), a) < std::pair(centre(b, axis), b); });
    const std::int32_t left = build(first, half), right = build(first + half, count - half);
    tree.links[2 * node] = left;
    tree.links[2 * node + 1] = right;
    return static_cast<std::int32_t>(node);
  }
};

}  // namespace

BoundingTree bounding_tree(const Mesh& mesh) {
  Builder builder{mesh, {}};
  builder.tree.order.resize(mesh.triangles());
  std::iota(builder.tree.order.begin(), builder.tree.order.end(), 0);
  if (!builder.tree.order.empty()) builder.build(0, builder.tree.order.size());
  return std::move(builder.tree);
}

std::uint64_t tree_nodes(std::uint64_t triangles) {
  if (triangles <= leaf_triangles) return 1;
  return 1 + tree_nodes(triangles / 2) + tree_nodes(triangles - triangles / 2);
}

}  // namespace warplens::experiment
