#include "base/threads.h"

#include <emscripten/threading.h>

#include <algorithm>
#include <thread>

// Replaces threads.cpp in the WebAssembly build. Its objects are linked into two programs, one with threads and one without
// (cmake/web/page.cmake), so support for threads is detected at run time. The number of processors is what the browser says
// (navigator.hardwareConcurrency).

/// Whether there are idle Web Workers, and all of them have finished loading (cmake/web/functions.js).
extern "C" int warplens_workers_loaded();

namespace warplens::base {

unsigned processor_quota(const std::filesystem::path&) { return 0; }

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

bool has_threads() { return emscripten_has_threading_support() != 0; }

bool may_await_threads() { return has_threads() && (emscripten_is_main_runtime_thread() == 0 || warplens_workers_loaded() != 0); }

}  // namespace warplens::base
