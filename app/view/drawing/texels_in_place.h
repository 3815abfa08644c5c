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
  /// `values` must have an OpenGL buffer, whose size is a multiple of 4 bytes. Reuses the texture of `before` if it has the right
  /// size. Errors: OpenGL refuses the size or the shader, or it draws nothing, which NVIDIA's driver 580 was seen to do on an
  /// H100 after a kernel of another program had failed (tests/gpu/MEASURED.md). To notice the latter, a few cells are compared
  /// with those of `values.bytes`, unless that is empty.
  base::Result<Texels> make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices, Texels before);
  /// Set once OpenGL has drawn nothing: a sentence without a full stop. make() then fails at once.
  const std::string& problem() const { return problem_; }

 private:
  std::optional<gl::Program> program_;  // loaded when it is needed first
  std::string problem_;
};

}  // namespace warplens::view
