#include "view/histogram/histogram_picture.h"
#include "view/material.h"

namespace warplens::view {

HistogramInput histogram_input(const Material& material) {
  HistogramInput input;
  input.subject = material.subject;
  if (input.subject.result->trace.steps.size() > 0) input.lost = &material.tables->lost;
  input.range_minimum = material.minimum;
  input.range_maximum = material.maximum;
  if (input.range_minimum) {
    input.quantity = "sample";
    for (const BufferShape& buffer : input.subject.buffers)
      if (buffer.name == "samples") input.samples = buffer.elements;  // by convention of the experiment files, as low and high
  }
  input.hover = material.hover;
  input.scale = material.scale;
  return input;
}

}  // namespace warplens::view
