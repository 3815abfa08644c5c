#include <glad/gl.h>

#include "gl/context.h"

namespace warplens::gl {

std::string description() {
  std::string text;
  for (const GLenum part : {GL_VENDOR, GL_RENDERER, GL_VERSION}) {
    const GLubyte* value = glGetString(part);
    text += (text.empty() ? "" : ", ") + std::string(value ? reinterpret_cast<const char*>(value) : "?");
  }
  return text;
}

}  // namespace warplens::gl
