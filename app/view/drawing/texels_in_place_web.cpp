#include "view/drawing/texels.h"

// In a browser, nothing writes values into buffers of OpenGL, and OpenGL ES 3.0 has no buffer textures.

namespace warplens::view {

base::Result<Texels> TexelsInPlace::make(const Values&, const ValueRange&, const gl::VertexArray&, Texels) {
  return base::error("OpenGL ES has no buffer textures");
}

}  // namespace warplens::view
