# The files of the page: those that are written by hand (assets/web), and what emscripten makes.
set(WARPLENS_PAGE_SOURCES index.html link.js files.js pointer.js page.js headers.js)
set(WARPLENS_PAGE_FILES ${WARPLENS_PAGE_SOURCES} warplens.js warplens.worker.js warplens.wasm warplens.data
  warplens_unthreaded.js warplens_unthreaded.wasm)
