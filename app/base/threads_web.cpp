#include "base/threads.h"

#include <emscripten/threading.h>

// In place of threads.cpp in a page, which is linked twice: with threads and without (cmake/web/page.cmake).

/// Whether a worker for another thread is there, and none still loads (cmake/web/functions.js).
extern "C" int warplens_workers_loaded();

namespace warplens::base {

bool has_threads() { return emscripten_has_threading_support() != 0; }

bool may_await_threads() { return has_threads() && (emscripten_is_main_runtime_thread() == 0 || warplens_workers_loaded() != 0); }

}  // namespace warplens::base
