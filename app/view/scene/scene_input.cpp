#include "view/material.h"
#include "view/scene/scene_picture.h"

namespace warplens::view {

SceneInput scene_input(const Material& material) {
  SceneInput input;
  input.subject = material.subject;
  input.map = material.scene.corners.empty() ? nullptr : material.map;
  input.corners = material.scene.corners;
  input.model = material.scene.name;
  input.eye = material.scene.eye;
  input.orbit = material.navigation.orbit;
  input.rays = material.rays;
  input.hover = material.hover;
  input.scale = material.scale;
  return input;
}

void move_scene(const SceneInput&, const Theme&, Size, const Gesture& gesture, Navigation& navigation) {
  constexpr float degrees_a_point = 0.4f;
  navigation.orbit =
      turned(navigation.orbit, -gesture.drag.x * degrees_a_point, gesture.drag.y * degrees_a_point, gesture.factor());
}

}  // namespace warplens::view
