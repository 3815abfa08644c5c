#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/access_map.h"
#include "view/borrowed.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/navigation.h"
#include "view/scene/scene_camera.h"
#include "view/scene/scene_raster.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct SceneInput {
  Subject subject;                           ///< the shown buffer has an element a triangle: 1 where the eye sees it, 0 where not
  const analysis::AccessMap* map = nullptr;  ///< of the shown buffer up to the scrubbed step; null where there is no model
  Borrowed<float> corners;                   ///< nine numbers a triangle; outlives the picture
  std::string model;                         ///< "ship", or a file's name
  Vector3 eye;
  Orbit orbit;
  bool rays = false;  ///< draw the rays from the eye to the centres
  Target hover;       ///< a thread or an element lights its triangle
  float scale = 1;    ///< pixels per point
  bool operator==(const SceneInput&) const = default;
};
SceneInput scene_input(const Material& material);

/// The model, coloured by whether each triangle has been looked for and seen, with the eye and on request the rays. Lays itself
/// out from 300 × 300 points.
Picture scene_picture(const SceneInput& input, const Theme& theme, float width, float height, ScenePainter& painter);

/// How many triangles the eye sees.
Headline scene_headline(const SceneInput& input, const Theme& theme);

/// What has come out for a triangle.
enum class Sight : std::uint8_t { unknown, hidden, seen, wrong };
/// By the shown buffer at the scrubbed step; wrong where it differs from the reference, whose NaN leaves it open.
std::vector<Sight> sights(const SceneInput& input);

/// A drag turns the camera, the wheel brings it nearer.
void move_scene(const SceneInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
