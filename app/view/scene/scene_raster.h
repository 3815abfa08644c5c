#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "view/drawing/drawing.h"
#include "view/scene/scene_camera.h"

namespace warplens::view {

/// A line in space.
struct SceneLine {
  Vector3 from, to;
  Colour colour;
};

/// The shapes to draw: triangles of nine numbers each, a colour for each, and lines.
struct SceneShapes {
  std::span<const float> corners;
  std::vector<Colour> colours;
  std::vector<SceneLine> lines;
};

/// Pixels, and the triangle in each.
struct SceneFrame {
  static constexpr std::uint32_t no_triangle = 0xffffffffu;
  std::shared_ptr<const Raster> raster;
  std::vector<std::uint32_t> triangles;  ///< per pixel, row by row from the top
  /// The triangle at a point of the picture, 0 to 1 from left to right and from top to bottom.
  std::uint32_t at(float x, float y) const;
};

/// Draw with a depth buffer. Each triangle has one brightness, by its angle to the camera, and slightly darker edges. Triangles
/// that reach behind the camera are left out. Sizes in pixels, at least 1 × 1.
SceneFrame rasterise(const SceneShapes& shapes, const Orbit& orbit, Colour background, std::uint32_t width, std::uint32_t height);

/// Keeps the last frame: a moved pointer costs nothing.
class ScenePainter {
 public:
  /// `make` is called for the shapes only if `version`, the orbit, the background or the size (pixels) differ from the last.
  const SceneFrame& paint(std::uint64_t version, const Orbit& orbit, Colour background, std::uint32_t width, std::uint32_t height,
                          const std::function<SceneShapes()>& make);

 private:
  struct Key {
    std::uint64_t version = 0;
    Orbit orbit;
    Colour background;
    std::uint32_t width = 0, height = 0;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> key_;
  SceneFrame frame_;
};

}  // namespace warplens::view
