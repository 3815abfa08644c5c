#include "experiment/inputs/mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

}  // namespace warplens::experiment
