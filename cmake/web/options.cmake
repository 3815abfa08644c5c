# How everything in a page is compiled: with threads, exceptions of WebAssembly, and SIMD of 128 bits.

set(web_options -fwasm-exceptions -msimd128)
add_compile_options(${web_options} -pthread)
# With threads or without: each program says so. -O1: the objects are optimised already. Binaryen's passes would take most of a minute per
# program, for 4 % of its compressed size and no speed.
add_link_options(${web_options} -O1)
list(JOIN web_options " " web_options_text)
string(APPEND CMAKE_C_FLAGS " ${web_options_text} -pthread")  # for what builds itself
# What the standard library of this compiler lacks.
include_directories(BEFORE SYSTEM ${CMAKE_CURRENT_LIST_DIR}/standard)

# Emscripten 3.1.6 was made for LLVM 15. Debian's looks for the programs of LLVM 14, by names that end in -14; what those make does not
# catch an exception by its type in a program with threads (seen: throw 5, catch (int)).
set(llvm /usr/lib/llvm-15/bin)
if(NOT EXISTS ${llvm}/clang++ OR NOT EXISTS ${llvm}/wasm-ld)
  message(FATAL_ERROR "clang 15 and lld 15 are needed: cmake/install_packages.sh web installs them")
endif()
set(llvm_links ${CMAKE_BINARY_DIR}/llvm)
file(MAKE_DIRECTORY ${llvm_links})
file(GLOB programs ${llvm}/*)
foreach(program ${programs})
  cmake_path(GET program FILENAME name)
  file(CREATE_LINK ${program} ${llvm_links}/${name} SYMBOLIC)
  file(CREATE_LINK ${program} ${llvm_links}/${name}-14 SYMBOLIC)
endforeach()
# Debian's packages of Node.js, of which the linker uses one, are found by any Node.js.
# ccache sees only emscripten's script, not which compiler it calls.
execute_process(COMMAND ${llvm}/clang --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[0-9]+[.][0-9.]+" version "${version}")
set(environment "${CMAKE_COMMAND} -E env EM_LLVM_ROOT=${llvm_links} NODE_PATH=/usr/share/nodejs CCACHE_COMPILERCHECK=string:em++,${version}")
set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "${environment}")
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${environment}")
find_package(Threads REQUIRED)
