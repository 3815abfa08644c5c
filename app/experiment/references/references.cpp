#include "experiment/references/references.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <variant>

#include "launch/arguments/element_type.h"

namespace warplens::experiment {
namespace {

using launch::Buffer, launch::ElementType, launch::Scalar;

// Access to the arguments that a reference needs; the error names a missing one.

/// The buffer or the scalar (`Kind`) called `name`, which must be of this type.
template <typename Kind>
base::Result<const Kind*> argument(const NamedArguments& arguments, const std::string& name, launch::ElementType type) {
  const auto found = arguments.find(name);
  const Kind* argument = found == arguments.end() ? nullptr : std::get_if<Kind>(found->second);
  if (argument == nullptr || argument->type != type)
    return base::error("this reference needs an argument '" + name + "' of type " + std::string(launch::name(type)));
  return argument;
}

/// Initial values of the buffer called `name`, of any type.
base::Result<std::vector<double>> initial_values(const NamedArguments& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  const auto* buffer = found == arguments.end() ? nullptr : std::get_if<launch::Buffer>(found->second);
  if (buffer == nullptr) return base::error("this reference needs a buffer '" + name + "'");
  std::vector<double> values(buffer->size);
  launch::for_each_element(buffer->type, *buffer->initial, [&](std::uint64_t index, double value) { values[index] = value; });
  return values;
}

/// The scalar called `name`, of any type, as a length: 0 where it is negative.
base::Result<std::uint64_t> length(const NamedArguments& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  const auto* scalar = found == arguments.end() ? nullptr : std::get_if<launch::Scalar>(found->second);
  if (scalar == nullptr) return base::error("this reference needs a number '" + name + "'");
  const double value = launch::to_double(*scalar);
  return value >= 1 ? static_cast<std::uint64_t>(value) : std::uint64_t{0};
}

/// Counts of `samples` in `bins` equal bins over [low, high), in the float arithmetic of the kernel: (sample - low) / (high -
/// low) · bins.
base::Result<std::vector<double>> histogram(const NamedArguments& arguments, const std::string& output) {
  const auto samples = argument<Buffer>(arguments, "samples", ElementType::f32);
  const auto n = argument<Scalar>(arguments, "n", ElementType::i32);
  const auto bins = argument<Scalar>(arguments, "bins", ElementType::i32);
  const auto low = argument<Scalar>(arguments, "low", ElementType::f32);
  const auto high = argument<Scalar>(arguments, "high", ElementType::f32);
  const auto counts = argument<Buffer>(arguments, output, ElementType::i32);
  if (!samples) return samples.error();
  if (!counts) return counts.error();
  for (const auto* scalar : {&n, &bins, &low, &high})
    if (!*scalar) return scalar->error();

  const auto bin_count = static_cast<std::int64_t>(launch::to_double(**bins));
  const auto first = static_cast<float>(launch::to_double(**low)), last = static_cast<float>(launch::to_double(**high));
  const auto wanted = static_cast<std::int64_t>(launch::to_double(**n));
  const std::uint64_t size =
      std::min<std::uint64_t>((*samples)->size, static_cast<std::uint64_t>(std::max<std::int64_t>(wanted, 0)));
  if (bin_count < 0 || static_cast<std::uint64_t>(bin_count) > (*counts)->size)
    return base::error("'bins' is " + std::to_string(bin_count) + ", but '" + output + "' has " +
                       std::to_string((*counts)->size) + " elements");

  std::vector<double> expected((*counts)->size);
  for (std::uint64_t bin = 0; bin < expected.size(); ++bin)
    expected[bin] = launch::to_double(launch::element(ElementType::i32, *(*counts)->initial, bin));
  const std::byte* from = (*samples)->initial->data();
  for (std::uint64_t index = 0; index < size; ++index) {
    float sample;
    std::memcpy(&sample, from + index * sizeof sample, sizeof sample);
    const float position = (sample - first) / (last - first) * static_cast<float>(bin_count);
    if (!(position >= 0 && position < static_cast<float>(bin_count))) continue;
    if (const auto bin = static_cast<std::size_t>(position); bin < expected.size()) expected[bin] += 1;
  }
  return expected;
}

/// `a` (m × n) times `b` (n × p), all row-major.
base::Result<std::vector<double>> matrix_product(const NamedArguments& arguments, const std::string& output) {
  const auto a = initial_values(arguments, "a"), b = initial_values(arguments, "b");
  if (!a) return a.error();
  if (!b) return b.error();
  auto c = initial_values(arguments, output);
  if (!c) return c;
  const auto m = length(arguments, "m"), n = length(arguments, "n"), p = length(arguments, "p");
  for (const auto* size : {&m, &n, &p})
    if (!*size) return size->error();
  const auto holds = [](std::uint64_t size, std::uint64_t rows, std::uint64_t columns) {
    return columns == 0 || rows <= size / columns;
  };
  if (!holds(a->size(), *m, *n) || !holds(b->size(), *n, *p) || !holds(c->size(), *m, *p))
    return base::error("'a' is m × n, 'b' n × p and '" + output + "' m × p; one of them has fewer elements");

  std::vector<double> row(*p);
  for (std::uint64_t i = 0; i < *m; ++i) {
    row.assign(*p, 0);
    for (std::uint64_t k = 0; k < *n; ++k) {
      const double factor = (*a)[i * *n + k];
      const double* from = b->data() + k * *p;
      for (std::uint64_t j = 0; j < *p; ++j) row[j] += factor * from[j];
    }
    std::copy(row.begin(), row.end(), c->begin() + static_cast<std::ptrdiff_t>(i * *p));
  }
  return c;
}

/// The first n elements of `a`.
base::Result<std::vector<double>> summands(const NamedArguments& arguments) {
  auto a = initial_values(arguments, "a");
  if (!a) return a;
  const auto n = length(arguments, "n");
  if (!n) return n.error();
  a->resize(std::min<std::uint64_t>(a->size(), *n));
  return a;
}

/// Both scans: element i of the output is the sum of the elements before i, plus element i if `with_own` is set.
base::Result<std::vector<double>> scan(const NamedArguments& arguments, const std::string& output, bool with_own) {
  const auto a = summands(arguments);
  if (!a) return a.error();
  auto sums = initial_values(arguments, output);
  if (!sums) return sums;
  double before = 0;
  for (std::size_t i = 0; i < std::min(a->size(), sums->size()); ++i) {
    const double after = before + (*a)[i];
    (*sums)[i] = with_own ? after : before;
    before = after;
  }
  return sums;
}

/// Element 0: its initial value plus the sum of the first n elements of `a`.
base::Result<std::vector<double>> sum(const NamedArguments& arguments, const std::string& output) {
  const auto a = summands(arguments);
  if (!a) return a.error();
  auto result = initial_values(arguments, output);
  if (!result) return result;
  for (const double value : *a) result->front() += value;
  return result;
}

/// A recurrence for each of `series` independent series: y[i] = y[i - 1] / 2 + source[i], with y[-1] = 0, for i below n. Element
/// i of series s is at index i × series + s.
base::Result<std::vector<double>> recurrence(const NamedArguments& arguments, const std::string& output) {
  const auto source = initial_values(arguments, "source");
  if (!source) return source.error();
  auto values = initial_values(arguments, output);
  if (!values) return values;
  const auto n = length(arguments, "n"), series = length(arguments, "series");
  if (!n) return n.error();
  if (!series) return series.error();
  if (const std::uint64_t size = std::min(source->size(), values->size()); *series > 0 && *n > size / *series)
    return base::error("'source' and '" + output + "' have fewer than n × series elements");
  for (std::uint64_t i = 0; i < *n * *series; ++i) (*values)[i] = (*source)[i] + (i < *series ? 0 : (*values)[i - *series] / 2);
  return values;
}

/// Prefix sum, inclusive or exclusive: element i is the sum of the elements of `a` up to i, for i below n.
base::Result<std::vector<double>> inclusive_scan(const NamedArguments& arguments, const std::string& output) {
  return scan(arguments, output, true);
}

base::Result<std::vector<double>> exclusive_scan(const NamedArguments& arguments, const std::string& output) {
  return scan(arguments, output, false);
}

// By volumes, unlike the kernel: the segment PQ crosses the triangle ABC if the tetrahedra PQAB, PQBC and PQCA have the same
// orientation, and P and Q are on different sides of its plane.

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

/// 1 for each triangle of `corners` whose centre is visible from (eye_x, eye_y, eye_z), 0 if another triangle is in between; NaN
/// if rounding to float decides: the ray passes an edge, or crosses a triangle's plane next to one of the ray's ends, within a
/// few rounding errors of the coordinates.
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

struct NamedReference {
  std::string_view name;
  ReferenceFunction function;
};
constexpr std::array<NamedReference, 7> all_references{{{"histogram", histogram},
                                                        {"matrix_product", matrix_product},
                                                        {"sum", sum},
                                                        {"inclusive_scan", inclusive_scan},
                                                        {"exclusive_scan", exclusive_scan},
                                                        {"recurrence", recurrence},
                                                        {"visibility", visibility}}};

}  // namespace

ReferenceFunction reference_named(std::string_view name) {
  for (const NamedReference& reference : all_references)
    if (reference.name == name) return reference.function;
  return nullptr;
}

std::string reference_names() {
  std::string names;
  for (const NamedReference& reference : all_references) names += (names.empty() ? "" : " ") + std::string(reference.name);
  return names;
}

}  // namespace warplens::experiment
