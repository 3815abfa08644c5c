# How our own files are compiled.

set(WARPLENS_SANITIZE "" CACHE STRING "sanitizers for -fsanitize=, comma-separated; empty for none")
option(WARPLENS_FUZZERS "build the fuzzers (clang only): the modules that read untrusted input are compiled for libFuzzer" OFF)

# Warnings are errors on our files. A target takes these by linking to warplens_options.
add_library(warplens_options INTERFACE)
target_link_libraries(warplens_options INTERFACE fmt::fmt)
target_compile_options(warplens_options INTERFACE -Wall -Wextra -Wpedantic -Werror
  # GCC 12 sees overlaps and overflows in std::string's operator+ that are not there (GCC bugs 105651 and 105329).
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>"
  # No fused multiply-add of our own making: results are the same on every compiler and machine.
  -ffp-contract=off
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
find_program(WARPLENS_LLD ld.lld)
if(WARPLENS_LLD AND NOT EMSCRIPTEN)
  target_link_options(warplens_options INTERFACE -fuse-ld=lld)
endif()
if(NOT WARPLENS_SANITIZE AND NOT EMSCRIPTEN)
  # The SIMT machine is also in the shared library that CUDA programs are linked to (app/cudart). Hidden, functions are called as
  # directly as in a program.
  target_compile_options(warplens_options INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
endif()
if(WARPLENS_SANITIZE)
  # GCC 12's sanitizers make <regex> look uninitialised (GCC bug 105562).
  target_compile_options(warplens_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(warplens_options INTERFACE _GLIBCXX_ASSERTIONS)
  # At a fixed address: a sanitized program has a million places to relocate else, a third of what its start takes.
  target_link_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZE} -no-pie)
  add_library(sanitizer_options STATIC ${CMAKE_CURRENT_LIST_DIR}/sanitizer_options.cpp)
  target_link_libraries(warplens_options INTERFACE $<LINK_LIBRARY:WHOLE_ARCHIVE,sanitizer_options>)
endif()
