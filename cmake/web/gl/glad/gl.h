#pragma once

// In place of the loader that glad generates: a page's OpenGL functions are linked.

#include <GLES3/gl3.h>
