#include "experiment/inputs/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/file.h"
#include "launch/arguments/array_files.h"

namespace warplens::experiment {
namespace {

using Point = std::array<double, 3>;

/// Twice the area of a triangle, squared.
double area(const Point& a, const Point& b, const Point& c) {
  const Point p{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, q{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const Point n{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
}

/// Add a triangle unless its area is 0, as at the poles of a sphere.
void add_triangle(Mesh& mesh, const Point& a, const Point& b, const Point& c) {
  if (area(a, b, c) < 1e-12) return;
  for (const Point& corner : {a, b, c})
    for (const double x : corner) mesh.corners.push_back(static_cast<float>(x));
}

/// A grid of columns × rows quadrilaterals, of two triangles each. at(u, v), with u and v from 0 to 1, is a point of the surface.
template <typename Surface>
void add_net(Mesh& mesh, std::uint32_t columns, std::uint32_t rows, Surface at) {
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column) {
      const double u0 = static_cast<double>(column) / columns, u1 = static_cast<double>(column + 1) / columns;
      const double v0 = static_cast<double>(row) / rows, v1 = static_cast<double>(row + 1) / rows;
      add_triangle(mesh, at(u0, v0), at(u1, v0), at(u1, v1));
      add_triangle(mesh, at(u0, v0), at(u1, v1), at(u0, v1));
    }
}

/// Four sides and the top of a box that stands on y = low.
void add_block(Mesh& mesh, const Point& low, const Point& high, std::uint32_t detail) {
  const auto x = [&](double u) { return std::lerp(low[0], high[0], u); };
  const auto y = [&](double v) { return std::lerp(low[1], high[1], v); };
  const auto z = [&](double w) { return std::lerp(low[2], high[2], w); };
  add_net(mesh, detail, detail, [&](double u, double v) { return Point{x(u), y(v), high[2]}; });
  add_net(mesh, detail, detail, [&](double u, double v) { return Point{x(1 - u), y(v), low[2]}; });
  add_net(mesh, detail, detail, [&](double u, double v) { return Point{high[0], y(v), z(1 - u)}; });
  add_net(mesh, detail, detail, [&](double u, double v) { return Point{low[0], y(v), z(u)}; });
  add_net(mesh, detail, detail, [&](double u, double v) { return Point{x(u), high[1], z(1 - v)}; });
}

/// The side of an upright cylinder whose radius decreases to `end` times its value at the top.
void add_pipe(Mesh& mesh, const Point& foot, double radius, double end, double height, std::uint32_t sides, std::uint32_t rows) {
  add_net(mesh, sides, rows, [&](double u, double v) {
    const double angle = 2 * std::numbers::pi * u, r = std::lerp(radius, radius * end, v);
    return Point{foot[0] + r * std::cos(angle), foot[1] + height * v, foot[2] + r * std::sin(angle)};
  });
}

void add_sphere(Mesh& mesh, const Point& centre, double radius, std::uint32_t detail) {
  add_net(mesh, 4 * detail, 2 * detail, [&](double u, double v) {
    const double around = 2 * std::numbers::pi * u, down = std::numbers::pi * v;
    return Point{centre[0] + radius * std::sin(down) * std::cos(around), centre[1] + radius * std::cos(down),
                 centre[2] + radius * std::sin(down) * std::sin(around)};
  });
}

/// Half the width of the hull at u, from 0 at the stern to 1 at the bow: wide at the stern, pointed at the bow.
double beam(double u) { return 1.15 * std::pow(std::max(1 - std::pow(u, 3.2), 0.0), 0.8); }

constexpr double length = 14, deck = 0.9, keel = -0.9;

/// Height of the deck: it rises towards the bow.
double sheer(double u) { return deck + 0.7 * u * u * u; }

/// One side of the hull, from the keel to the deck; `side` is 1 or -1.
Point hull(double u, double v, double side) {
  const double across = beam(u) * std::pow(std::max(v, 0.0), 0.45);
  return {length * (u - 0.5), std::lerp(keel + 0.5 * u * u, sheer(u), v), side * across};
}

constexpr std::uint32_t hull_columns = 12, hull_rows = 3, deck_rows = 2, pipe_sides = 8;
constexpr std::uint32_t sphere_count = 6;

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

Mesh make_ship(std::uint32_t detail) {
  Mesh mesh{"ship", {}};
  add_net(mesh, hull_columns * detail, hull_rows * detail, [](double u, double v) { return hull(u, v, 1); });
  add_net(mesh, hull_columns * detail, hull_rows * detail, [](double u, double v) { return hull(1 - u, v, -1); });
  add_net(mesh, hull_columns * detail, deck_rows * detail, [](double u, double v) {
    return Point{length * (u - 0.5), sheer(u), beam(u) * (1 - 2 * v)};
  });
  add_block(mesh, {-4.6, deck, -0.8}, {-1.2, deck + 1.1, 0.8}, detail);
  add_block(mesh, {-3.6, deck + 1.1, -0.6}, {-1.6, deck + 1.9, 0.6}, detail);
  add_block(mesh, {1.2, deck + 0.05, -0.55}, {2.8, deck + 0.75, 0.55}, detail);
  add_pipe(mesh, {-3.9, deck + 1.1, 0}, 0.32, 0.85, 1.9, pipe_sides * detail, detail);
  add_pipe(mesh, {-2.2, deck + 1.9, 0}, 0.10, 0.4, 2.4, pipe_sides * detail, detail);
  add_pipe(mesh, {3.9, deck + 0.2, 0}, 0.10, 0.4, 2.6, pipe_sides * detail, detail);
  return mesh;
}

Mesh make_spheres(std::uint32_t detail) {
  Mesh mesh{"spheres", {}};
  add_sphere(mesh, {0, 0, 0}, 2.2, detail + 1);
  for (std::uint32_t k = 1; k < sphere_count; ++k) {
    const double angle = 2 * std::numbers::pi * k / (sphere_count - 1);
    add_sphere(mesh, {4.2 * std::cos(angle), 0.8 * std::sin(2 * angle), 4.2 * std::sin(angle)}, 0.7 + 0.12 * k, detail + 1);
  }
  return mesh;
}

Mesh make_mesh(const std::string& name, std::uint32_t detail) {
  if (name == "ship") return make_ship(detail);
  if (name == "spheres") return make_spheres(detail);
  return {};
}

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
