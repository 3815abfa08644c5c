#include <algorithm>

#include "view/material.h"
#include "view/matrix/matrix_picture.h"

namespace warplens::view {

MatrixInput matrix_input(const Material& material) {
  MatrixInput input;
  input.subject = material.subject;
  const Matrices& whole = material.tables->matrices(material.subject);
  const Matrices& now = material.matrices != nullptr ? *material.matrices : whole;
  input.maps = now.maps;
  input.whole = whole.maps;
  input.max_reads = std::max(whole.max_reads, material.subject.shared_scale.reads);
  input.shared = now.shared.get();
  input.arrays = material.tables->arrays;
  input.shared_columns = material.shared_columns;
  input.steps = material.place;
  input.hover = material.hover;
  input.scale = material.scale;
  input.by_value = material.colour == ColourMode::value;
  return input;
}

}  // namespace warplens::view
