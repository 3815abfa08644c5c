# The files of the page: those that are written by hand (assets/web), what emscripten makes, and the compiler.
set(WARPLENS_PAGE_SOURCES index.html link.js files.js pointer.js compiling.js compiler.js page.js headers.js)
set(WARPLENS_PAGE_FILES ${WARPLENS_PAGE_SOURCES} warplens.js warplens.worker.js warplens.wasm warplens.data
  warplens_unthreaded.js warplens_unthreaded.wasm clang.js clang.tar.gz clang_version.js clang_licence.txt)
