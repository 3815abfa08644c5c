#include "view/material.h"
#include "view/program/program_picture.h"

namespace warplens::view {

ProgramInput program_input(const Material& material) {
  const Timeline& timeline = material.navigation.timeline;
  return {material.program, material.program_launch, material.program_place, material.hover.call, timeline.pan, timeline.zoom};
}

}  // namespace warplens::view
