#include "view/material.h"
#include "view/sweep/plot_picture.h"

namespace warplens::view {

PlotInput sweep_input(const Material& material) {
  PlotInput input = material.plot.value_or(PlotInput());
  input.hover = material.hover;
  return input;
}

}  // namespace warplens::view
