# How our own files are compiled.

set(WARPLENS_SANITIZE "" CACHE STRING "sanitizers for -fsanitize=, comma-separated; empty for none")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Warnings are errors on our files. A target takes these by linking to warplens_options.
add_library(warplens_options INTERFACE)
target_include_directories(warplens_options INTERFACE ${CMAKE_SOURCE_DIR}/app)
target_compile_options(warplens_options INTERFACE -Wall -Wextra -Wpedantic -Werror
  # GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  # No fused multiply-add of our own making: results are the same on every compiler and machine.
  -ffp-contract=off)
if(WARPLENS_SANITIZE)
  # GCC 12's sanitizers make <regex> look uninitialised (GCC bug 105562).
  target_compile_options(warplens_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(warplens_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZE})
  add_library(sanitizer_options STATIC ${CMAKE_CURRENT_LIST_DIR}/sanitizer_options.cpp)
  target_link_libraries(warplens_options INTERFACE $<LINK_LIBRARY:WHOLE_ARCHIVE,sanitizer_options>)
endif()
