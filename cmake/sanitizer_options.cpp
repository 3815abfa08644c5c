// Options of the sanitizers, linked into every program of a sanitizer build (options.cmake).

/// Not ours: what Mesa and the compiler inside it allocate once and never free, and what the C library holds for a thread that NVRTC
/// leaves running at the program's end. Ours, on purpose: the memory of a kernel on the GPU that was left behind and may still write.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libEGL_mesa\nleak:libGLX_mesa\nleak:libgallium\nleak:swrast_dri\nleak:libLLVM\n"
         "leak:_dlerror_run\nleak:___pthread_setspecific\n"
         "leak:warplens::gpu::*give_up\nleak:warplens::gpu::*abandon\n";
}
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

/// Libraries stay loaded, or the stacks of Mesa's driver could not be named when leaks are looked for. (Slow unwinding, down to
/// libEGL_mesa, is no way out: Mesa's compiler registers its code with the unwinder, which allocates under its own lock.)
extern "C" int dlclose(void*) { return 0; }
