#include "view/material.h"
#include "view/matrix/matrix_picture.h"

namespace warplens::view {

MatrixInput matrix_input(const Material& material) {
  MatrixInput input;
  input.subject = material.subject;
  input.maps = material.matrices;
  input.whole = material.whole_matrices;
  input.max_reads = material.max_reads;
  input.shared = material.shared.get();
  input.arrays = material.arrays;
  input.shared_columns = material.shared_columns;
  input.steps = material.place;
  input.hover = material.hover;
  input.scale = material.scale;
  input.by_value = material.colour == ColourMode::value;
  return input;
}

}  // namespace warplens::view
