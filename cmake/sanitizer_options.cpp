// Options of the sanitizers, linked into every program of a sanitizer build (options.cmake).

#include <link.h>

#include <cstddef>
#include <string_view>

/// Whether the name of this loaded library says that it is Mesa's OpenGL driver; `found` is a bool*.
static int note_mesa(dl_phdr_info* library, std::size_t, void* found) {
  for (std::string_view driver : {"libEGL_mesa", "libGLX_mesa", "libgallium", "swrast_dri"}) {
    if (std::string_view(library->dlpi_name).find(driver) != std::string_view::npos) *static_cast<bool*>(found) = true;
  }
  return 0;
}

/// Asked by LeakSanitizer at the program's end. A process that has drawn with Mesa does not look for leaks: Mesa's drawing threads may
/// end while LeakSanitizer stops all threads to scan their stacks, and then its scan ends with "Tracer caught signal 11" and fails the
/// process. The same code is looked at in processes that do not draw.
extern "C" int __lsan_is_turned_off() {
  bool mesa = false;
  dl_iterate_phdr(note_mesa, &mesa);
  return mesa ? 1 : 0;
}

/// Not ours: what the C library holds for a thread that NVRTC leaves running at the program's end. Ours, on purpose: the memory of a
/// kernel on the GPU that was left behind and may still write.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:_dlerror_run\nleak:___pthread_setspecific\n"
         "leak:warplens::gpu::*give_up\nleak:warplens::gpu::*abandon\n";
}
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

/// 4 MiB of freed memory, not 256, wait to be used again: to map and clear fresh memory takes up to a third of a test's time.
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=4"; }

/// Libraries stay loaded: a process that has drawn is known by Mesa's driver, and stacks of any library can be named in reports.
extern "C" int dlclose(void*) { return 0; }
