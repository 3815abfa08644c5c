#include "view/scene/scene_raster.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::view {
namespace {

using Projected = SceneCamera::Projected;

Colour shaded(Colour colour, float light) {
  const auto part = [&](std::uint8_t c) { return static_cast<std::uint8_t>(std::clamp(c * light, 0.0f, 255.0f)); };
  return {part(colour.r), part(colour.g), part(colour.b), 255};
}

/// Twice the signed area of the triangle a, b, (x, y); positive if clockwise with y down.
float area(const Projected& a, const Projected& b, float x, float y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); }

class Rasteriser {
 public:
  Rasteriser(std::uint32_t width, std::uint32_t height, Colour background)
      : width_(static_cast<int>(width)),
        height_(static_cast<int>(height)),
        pixels_(std::size_t{width} * height, background),
        triangles_(pixels_.size(), SceneFrame::no_triangle),
        nearness_(pixels_.size(), 0) {}

  void triangle(std::uint32_t number, const std::array<Projected, 3>& at, Colour colour) {
    const float whole = area(at[0], at[1], at[2].x, at[2].y);
    if (whole == 0 || !std::isfinite(whole)) return;
    const auto [left, right] = std::minmax({at[0].x, at[1].x, at[2].x});
    const auto [top, bottom] = std::minmax({at[0].y, at[1].y, at[2].y});
    // Distance of each corner from the opposite edge, in pixels: edges are drawn only on large enough triangles.
    std::array<float, 3> reach{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Projected &a = at[(k + 1) % 3], &b = at[(k + 2) % 3];
      reach[k] = std::abs(whole) / std::max(std::hypot(b.x - a.x, b.y - a.y), 1e-6f);
    }
    const bool edges = *std::ranges::min_element(reach) > 5;
    const Colour edge = shaded(colour, 0.62f);
    for (int y = first(top); y < end(bottom, height_); ++y)
      for (int x = first(left); x < end(right, width_); ++x) {
        const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
        const std::array<float, 3> part{area(at[1], at[2], px, py) / whole, area(at[2], at[0], px, py) / whole,
                                        area(at[0], at[1], px, py) / whole};
        if (part[0] < 0 || part[1] < 0 || part[2] < 0) continue;
        const float nearness = part[0] * at[0].nearness + part[1] * at[1].nearness + part[2] * at[2].nearness;
        const std::size_t pixel = index(x, y);
        if (nearness <= nearness_[pixel]) continue;
        nearness_[pixel] = nearness;
        triangles_[pixel] = number;
        const bool at_edge = edges && std::min({part[0] * reach[0], part[1] * reach[1], part[2] * reach[2]}) < 0.7f;
        pixels_[pixel] = at_edge ? edge : colour;
      }
  }

  /// A depth-tested line, one pixel wide or more in large pictures.
  void line(const Projected& from, const Projected& to, Colour colour) {
    const float length = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
    if (!(length < 1e5f)) return;
    const int steps = static_cast<int>(length) + 1, thick = std::max(height_ / 600, 1);
    for (int step = 0; step <= steps; ++step) {
      const float part = static_cast<float>(step) / static_cast<float>(steps);
      const float x = std::lerp(from.x, to.x, part), y = std::lerp(from.y, to.y, part);
      const float nearness = std::lerp(from.nearness, to.nearness, part) * 1.001f;
      for (int row = 0; row < thick; ++row)
        for (int column = 0; column < thick; ++column)
          dot(x + static_cast<float>(column), y + static_cast<float>(row), nearness, colour);
    }
  }

  SceneFrame take() {
    auto raster = std::make_shared<Raster>();
    raster->width = static_cast<std::uint32_t>(width_);
    raster->height = static_cast<std::uint32_t>(height_);
    raster->pixels = std::move(pixels_);
    return {std::move(raster), std::move(triangles_)};
  }

 private:
  static int first(float from) { return static_cast<int>(std::clamp(from, 0.0f, 20000.0f)); }
  static int end(float to, int size) { return std::clamp(static_cast<int>(std::min(to, 20000.0f)) + 1, 0, size); }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  void dot(float x, float y, float nearness, Colour colour) {
    if (!(x >= 0 && y >= 0 && x < static_cast<float>(width_) && y < static_cast<float>(height_))) return;
    const std::size_t pixel = index(static_cast<int>(x), static_cast<int>(y));
    if (nearness < nearness_[pixel]) return;
    const auto mix = [&](std::uint8_t under, std::uint8_t over) {
      return static_cast<std::uint8_t>((under * (255 - colour.a) + over * colour.a) / 255);
    };
    Colour& under = pixels_[pixel];
    under = {mix(under.r, colour.r), mix(under.g, colour.g), mix(under.b, colour.b), 255};
  }

  int width_, height_;
  std::vector<Colour> pixels_;
  std::vector<std::uint32_t> triangles_;
  std::vector<float> nearness_;
};

}  // namespace

std::uint32_t SceneFrame::at(float x, float y) const {
  if (!raster || !(x >= 0 && y >= 0 && x < 1 && y < 1)) return no_triangle;
  const auto column = static_cast<std::size_t>(x * static_cast<float>(raster->width));
  const auto row = static_cast<std::size_t>(y * static_cast<float>(raster->height));
  return triangles[std::min<std::size_t>(row, raster->height - 1) * raster->width +
                   std::min<std::size_t>(column, raster->width - 1)];
}

SceneFrame rasterise(const SceneShapes& shapes, const Orbit& orbit, Colour background, std::uint32_t width,
                     std::uint32_t height) {
  const SceneCamera camera(orbit, static_cast<float>(width), static_cast<float>(height));
  Rasteriser rasteriser(width, height, background);
  for (std::uint32_t number = 0; number < shapes.corners.size() / 9 && number < shapes.colours.size(); ++number) {
    std::array<Vector3, 3> corner;
    std::array<Projected, 3> at;
    bool before = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const float* from = shapes.corners.data() + 9 * std::size_t{number} + 3 * k;
      corner[k] = {from[0], from[1], from[2]};
      const auto projected = camera.project(corner[k]);
      before = before && projected.has_value();
      if (projected) at[k] = *projected;
    }
    if (!before) continue;
    const Vector3 normal = unit(cross(corner[1] - corner[0], corner[2] - corner[0]));
    const Vector3 to_camera = unit(camera.place() - corner[0]), sun = unit(camera.place() + Vector3{0, 18, 0});
    const float light = 0.62f + 0.22f * std::abs(dot(normal, to_camera)) + 0.16f * std::abs(dot(normal, sun));
    rasteriser.triangle(number, at, shaded(shapes.colours[number], light));
  }
  for (const SceneLine& line : shapes.lines) {
    const auto from = camera.project(line.from), to = camera.project(line.to);
    if (from && to) rasteriser.line(*from, *to, line.colour);
  }
  return rasteriser.take();
}

const SceneFrame& ScenePainter::paint(std::uint64_t version, const Orbit& orbit, Colour background, std::uint32_t width,
                                      std::uint32_t height, const std::function<SceneShapes()>& make) {
  const Key key{version, orbit, background, width, height};
  if (!key_ || *key_ != key) {
    frame_ = rasterise(make(), orbit, background, width, height);
    key_ = key;
  }
  return frame_;
}

}  // namespace warplens::view
