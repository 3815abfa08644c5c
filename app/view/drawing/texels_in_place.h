#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/texels.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Makes cells of values in an OpenGL buffer, on the GPU, with shaders/values.*.
class TexelsInPlace {
 public:
  /// `values` must have an OpenGL buffer, whose size is a multiple of 4 bytes. Reuses the texture of `before` if it has the right
  /// size. Errors: OpenGL refuses the size or the shader, or draws nothing, as NVIDIA's driver 580 did on an H100 after a kernel
  /// of another program had failed (tests/gpu/MEASURED.md). To detect this, a few cells are compared with the cells of
  /// `values.bytes`, unless that is empty.
  base::Result<Texels> make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices, Texels before);
  /// Set once OpenGL has drawn nothing: a sentence without a full stop. make() then fails at once.
  const std::string& problem() const { return problem_; }

 private:
  std::optional<gl::Program> program_;  // loaded when it is needed first
  std::string problem_;
};

}  // namespace warplens::view
