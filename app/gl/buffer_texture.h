#pragma once

#include <cstdint>

#include "gl/objects.h"

namespace warplens::gl {

/// A buffer's content as shaders read it (usamplerBuffer), in words of 32 bits, without a copy. Needs OpenGL 3.1; OpenGL ES 3.0
/// lacks it.
class BufferTexture {
 public:
  /// The buffer must outlive this.
  explicit BufferTexture(Name buffer);
  Name name() const { return handle_.name(); }
  /// The largest number of words.
  static std::uint64_t max_words();

 private:
  Handle<delete_texture> handle_;
};

}  // namespace warplens::gl
