# The files of the page: those that are written by hand (assets/web), what emscripten makes, and the compiler.
set(WARPLENS_PAGE_SOURCES index.html link.js files.js pointer.js typing.js pasting.js compiling.js compiler.js precompiled.js running.js program.js host_program.js
  wasi.js wasi_files.js text.js page.js gallery.html)
set(WARPLENS_PAGE_FILES ${WARPLENS_PAGE_SOURCES} warplens.js warplens.worker.js warplens.wasm warplens.data
  warplens_unthreaded.js warplens_unthreaded.wasm clang.js clang.tar.gz clang_version.js clang_licence.txt
  program_runtime.js program_runtime.wasm
  service.js warplens.webmanifest icon.svg)
# Those that the page keeps for use without a network: all but what it needs only where it has no threads, and the compiler's archive,
# which its worker keeps.
set(WARPLENS_KEPT_FILES ${WARPLENS_PAGE_FILES})
list(FILTER WARPLENS_KEPT_FILES EXCLUDE REGEX "unthreaded|tar.gz|service.js")
