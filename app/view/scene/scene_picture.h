#pragma once

#include <cstdint>
#include <vector>

#include "analysis/access_map.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/scene/scene_camera.h"
#include "view/scene/scene_raster.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct SceneInput {
  Subject subject;                           ///< the shown buffer has one element per triangle: 1 if the eye sees it, else 0
  const analysis::AccessMap* map = nullptr;  ///< accesses of the shown buffer up to the scrubbed step; null: no model
  Borrowed<float> corners;                   ///< nine numbers per triangle; must outlive the picture
  std::string model;                         ///< "ship", or a file's name
  Vector3 eye;
  Orbit orbit;
  bool rays = false;  ///< draw the rays from the eye to the centres
  Target hover;       ///< a thread or an element lights its triangle
  float scale = 1;    ///< pixels per point
  bool operator==(const SceneInput&) const = default;
};
SceneInput scene_input(const Material& material);

/// Draw the model, each triangle coloured by its result so far (Sight), with the eye and, if wanted, the rays. Minimum size 300 ×
/// 300 points.
Picture scene_picture(const SceneInput& input, const Theme& theme, float width, float height, ScenePainter& painter);

/// State the number of triangles that the eye sees.
Headline scene_headline(const SceneInput& input, const Theme& theme);

/// The result for a triangle.
enum class Sight : std::uint8_t { unknown, hidden, seen, wrong };
/// The results of all triangles at the scrubbed step; wrong if different from the reference, unless that is NaN.
std::vector<Sight> sights(const SceneInput& input);

/// A drag turns the camera, the wheel brings it nearer.
void move_scene(const SceneInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
