#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/texels.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Makes cells of values that are in a buffer of OpenGL, on the GPU, with shaders/values.*.
class TexelsInPlace {
 public:
  /// `values` has a buffer, a multiple of 4 bytes large. The texture of `before` is reused if its size fits. Error: OpenGL
  /// refuses the size, or the shader, or it draws nothing, as NVIDIA's driver 580 was seen to do on an H100 after a kernel of
  /// another program had failed (tests/gpu/MEASURED.md). To notice that, a few cells are compared with those of the values'
  /// bytes, where there are any.
  base::Result<Texels> make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices, Texels before);
  /// That OpenGL drew nothing, as a sentence without a full stop. It is not tried again.
  const std::string& problem() const { return problem_; }

 private:
  std::optional<gl::Program> program_;  // loaded when it is needed first
  std::string problem_;
};

}  // namespace warplens::view
