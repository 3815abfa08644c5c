#include "gl/buffer_texture.h"

#include <glad/gl.h>

namespace warplens::gl {

BufferTexture::BufferTexture(Name buffer) {
  Name name = 0;
  glGenTextures(1, &name);
  handle_ = Handle<delete_texture>(name);
  glBindTexture(GL_TEXTURE_BUFFER, name);
  glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer);
  glBindTexture(GL_TEXTURE_BUFFER, 0);
}

std::uint64_t BufferTexture::max_words() {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
  return static_cast<std::uint64_t>(most);
}

}  // namespace warplens::gl
