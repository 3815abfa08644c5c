#include "base/threads.h"

#include <emscripten/threading.h>

// Replaces threads.cpp in the WebAssembly build. Its objects are linked into two programs, one with threads and one without
// (cmake/web/page.cmake), so support for threads is detected at run time.

/// Whether there are idle Web Workers, and all of them have finished loading (cmake/web/functions.js).
extern "C" int warplens_workers_loaded();

namespace warplens::base {

bool has_threads() { return emscripten_has_threading_support() != 0; }

bool may_await_threads() { return has_threads() && (emscripten_is_main_runtime_thread() == 0 || warplens_workers_loaded() != 0); }

}  // namespace warplens::base
