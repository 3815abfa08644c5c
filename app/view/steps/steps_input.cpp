#include "view/material.h"
#include "view/steps/steps_picture.h"

namespace warplens::view {

StepsInput steps_input(const Material& material) {
  StepsInput input;
  input.subject = material.subject;
  input.moment = material.moment;
  input.error = material.stepping_error;
  input.first_warp = material.navigation.timeline.first_row;
  input.first_register = material.navigation.timeline.first_register;
  input.hover = material.hover;
  return input;
}

}  // namespace warplens::view
