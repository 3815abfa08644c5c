# What is installed, and the packages: `cpack --config build/release/CPackConfig.cmake` makes a .deb and a .tar.gz in the current folder.
# The program finds its resources beside itself, so all of it lies in lib/warplens, and bin/warplens is a link to it.

include(${CMAKE_CURRENT_LIST_DIR}/web/files.cmake)
set(home lib/warplens)
install(TARGETS warplens RUNTIME DESTINATION ${home})
install(DIRECTORY ${WARPLENS_RESOURCES} DESTINATION ${home})
# The page, if it has been built: a folder to copy to a web server.
set(page ${CMAKE_SOURCE_DIR}/build/page)
list(TRANSFORM WARPLENS_PAGE_FILES PREPEND ${page}/ OUTPUT_VARIABLE page_files)
install(FILES ${page_files} DESTINATION share/warplens/page OPTIONAL)
install(CODE "
  if(NOT EXISTS \"${page}/warplens.wasm\")
    message(STATUS \"The page for browsers is left out: './run.sh web' or './test.sh web' builds it\")
  endif()")
if(NOT WARPLENS_SANITIZE)
  foreach(version 12 13)
    set(libraries cudart cuda cublas cublasLt curand)
    list(TRANSFORM libraries APPEND _${version})
    install(TARGETS ${libraries} LIBRARY DESTINATION ${home}/program/${version})
  endforeach()
  install(TARGETS observe LIBRARY DESTINATION ${home}/program)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/program/toolkit DESTINATION ${home}/program USE_SOURCE_PERMISSIONS)
endif()
install(CODE "
  file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
  file(CREATE_LINK ../${home}/warplens \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/warplens\" SYMBOLIC)")

set(package ${CMAKE_SOURCE_DIR}/cmake/package)
install(FILES ${package}/warplens.desktop DESTINATION share/applications)
install(FILES ${package}/warplens.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES ${package}/warplens.xml DESTINATION share/mime/packages)
install(FILES ${package}/warplens.1 DESTINATION share/man/man1)
install(FILES ${package}/warplens.bash DESTINATION share/bash-completion/completions RENAME warplens)
install(FILES LICENSE CHANGELOG.md README.md DESTINATION share/doc/warplens)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME warplens)
set(CPACK_PACKAGE_VERSION ${WARPLENS_VERSION})
set(CPACK_PACKAGE_CONTACT "The Warplens authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "See what a CUDA kernel does, thread by thread, with or without a GPU")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1-mesa-dri, libegl-mesa0")
# A compiler for kernels in CUDA C++ and for programs, one for Numba's kernels; films; sandboxes for submissions.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang, libomp-dev, g++, libllvm14, ffmpeg, bubblewrap, libopenblas0-pthread")
include(CPack)
