// Options of the sanitizers, linked into every program of a sanitizer build that uses OpenGL (app/CMakeLists.txt).

/// Mesa's driver is unloaded before leaks are looked for, and its part of a stack cannot be named then: walk the whole stack,
/// down to libEGL_mesa, which stays.
extern "C" const char* __asan_default_options() { return "fast_unwind_on_malloc=0"; }

/// What Mesa allocates once and never frees is not ours.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libEGL_mesa\nleak:libGLX_mesa\nleak:libgallium\nleak:swrast_dri\n";
}
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
