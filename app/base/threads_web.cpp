#include "base/threads.h"

#include <emscripten/threading.h>

// In place of threads.cpp in a page, which is linked twice: with threads and without (cmake/web/page.cmake).

namespace warplens::base {

bool has_threads() { return emscripten_has_threading_support() != 0; }

}  // namespace warplens::base
