#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "experiment/references/reference_arguments.h"

// By volumes, unlike the kernel: the segment PQ crosses the triangle ABC if the tetrahedra PQAB, PQBC and PQCA have the same
// orientation, and P and Q are on different sides of its plane.

namespace warplens::experiment {
namespace {

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double length(const Point& a) { return std::sqrt(dot(a, a)); }

enum class Meeting { none, open, surely };

/// Error bound of the kernel's float arithmetic: a few rounding errors of products of these lengths, divided by the determinant.
constexpr double roundings = 16 * std::numeric_limits<float>::epsilon() / 2, end_of_way = 0.9999;

Meeting meeting(const Point& eye, const Point& way, const std::array<Point, 3>& corner) {
  const std::array<Point, 3> to{minus(corner[0], eye), minus(corner[1], eye), minus(corner[2], eye)};
  const std::array<double, 3> volume{dot(cross(to[1], to[2]), way), dot(cross(to[2], to[0]), way), dot(cross(to[0], to[1]), way)};
  const double whole = volume[0] + volume[1] + volume[2];
  const Point edge1 = minus(corner[1], corner[0]), edge2 = minus(corner[2], corner[0]);
  const double edges = length(edge1) + length(edge2), far = length(to[0]);
  if (std::abs(whole) < 1e-12 * edges * edges * length(way)) return Meeting::none;
  const double across = roundings * (far + edges) * length(way) * edges / std::abs(whole);
  const double along = roundings * (far + edges) * edges * edges / std::abs(whole) + 1e-6;
  const double least = std::min({volume[0] / whole, volume[1] / whole, volume[2] / whole});
  const double part = dot(cross(edge1, edge2), to[0]) / dot(cross(edge1, edge2), way);
  const double inside = std::min(part, end_of_way - part);
  if (least < -across || inside < -along) return Meeting::none;
  return least > across && inside > along ? Meeting::surely : Meeting::open;
}

}  // namespace

base::Result<std::vector<double>> visibility(const NamedArguments& arguments, const std::string& output) {
  const auto corners = initial_values(arguments, "corners");
  if (!corners) return corners.error();
  auto seen = initial_values(arguments, output);
  if (!seen) return seen;
  Point eye{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto value = argument<launch::Scalar>(arguments, std::string("eye_") + "xyz"[axis], launch::ElementType::f32);
    if (!value) return value.error();
    eye[axis] = launch::to_double(**value);
  }
  const auto n = length(arguments, "n");
  if (!n) return n.error();
  if (*n > corners->size() / 9 || *n > seen->size())
    return base::error("'corners' has nine numbers a triangle and '" + output + "' one; one of them has fewer than 'n'");
  std::vector<std::array<Point, 3>> triangles(*n);
  for (std::size_t k = 0; k < *n; ++k)
    for (std::size_t c = 0; c < 9; ++c) triangles[k][c / 3][c % 3] = (*corners)[9 * k + c];
  for (std::size_t ray = 0; ray < *n; ++ray) {
    Point way{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      way[axis] = (triangles[ray][0][axis] + triangles[ray][1][axis] + triangles[ray][2][axis]) / 3 - eye[axis];
    double& result = (*seen)[ray];
    result = 1;
    for (std::size_t k = 0; k < *n && result != 0; ++k) {
      const Meeting found = k == ray ? Meeting::none : meeting(eye, way, triangles[k]);
      if (found == Meeting::surely) result = 0;
      if (found == Meeting::open) result = std::nan("");
    }
  }
  return seen;
}

}  // namespace warplens::experiment
