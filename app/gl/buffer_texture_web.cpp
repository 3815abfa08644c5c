#include "gl/buffer_texture.h"

// In place of buffer_texture.cpp in a page, where nothing makes one: OpenGL ES 3.0 has no buffer textures.
