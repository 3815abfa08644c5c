#include "view/mapping/mapping_cells.h"
#include "view/mapping/mapping_picture.h"
#include "view/material.h"

namespace warplens::view {

MappingInput mapping_input(const Material& material) {
  MappingInput input;
  input.subject = material.subject;
  input.map = material.map;
  input.whole = &material.tables->map;
  input.tolerance = material.tolerance;
  input.cells = material.cells;
  input.colour = input.cells != nullptr ? input.cells->colour : material.colour.value_or(telling_colours(input.subject));
  input.camera_x = material.navigation.camera.x;
  input.camera_y = material.navigation.camera.y;
  input.zoom = material.navigation.camera.zoom;
  input.wanted = material.navigation.timeline.element_wanted;
  input.hover = material.hover;
  input.lights = material.lights;
  input.scale = material.scale;
  return input;
}

void move_mapping(const MappingInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  Camera& camera = navigation.camera;
  if (gesture.wheel != 0)
    zoom_camera(input, size.width, size.height, gesture.at, gesture.factor(), camera.x, camera.y, camera.zoom);
  if (gesture.drag.x != 0 || gesture.drag.y != 0)
    pan_camera(input, size.width, size.height, gesture.drag, camera.x, camera.y, camera.zoom);
}

void follow_mapping(const MappingInput& input, const Theme&, Size size, Navigation& navigation) {
  if (!input.wanted) return;
  Camera& camera = navigation.camera;
  show_cell(input, size.width, size.height, *input.wanted, camera.x, camera.y, camera.zoom);
  navigation.timeline.element_wanted.reset();
}

}  // namespace warplens::view
