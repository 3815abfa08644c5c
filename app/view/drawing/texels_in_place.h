#pragma once

#include <optional>

#include "base/result.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/texels.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Makes cells of values that are in a buffer of OpenGL, on the GPU, with shaders/values.*.
class TexelsInPlace {
 public:
  /// `values` has a buffer, a multiple of 4 bytes large. The texture of `before` is reused if its size fits. Error: OpenGL refuses
  /// the size, or the shader.
  base::Result<Texels> make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices, Texels before);

 private:
  std::optional<gl::Program> program_;  // loaded when it is needed first
};

}  // namespace warplens::view
