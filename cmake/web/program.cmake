# The CUDA runtime of whole programs in the page: a second program, without threads, in a worker (assets/web/program.js). The programs that
# people write are linked below its memory, import that, and call its functions.
set(clang_headers ${CMAKE_SOURCE_DIR}/app/ptx/compile/clang)
set(declarations ${clang_headers}/runtime_calls.cuh ${clang_headers}/graph_calls.cuh ${CMAKE_SOURCE_DIR}/app/runtime/interface.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${declarations})
set(exports _malloc _free _calloc _realloc _aligned_alloc _posix_memalign _malloc_usable_size)
foreach(file ${declarations})
  file(READ ${file} text)
  string(REGEX MATCHALL "(__)?cuda[A-Z][A-Za-z0-9_]*[(,;]" names "${text}")
  foreach(name ${names})
    string(REGEX REPLACE "[(,;]$" "" name "${name}")
    list(APPEND exports _${name})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES exports)
list(FILTER exports EXCLUDE REGEX "_pt(ds|sz)$|^_cudaConfigureCall$")  # of other compilers
list(JOIN exports "\n" lines)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/program_exports.txt CONTENT "${lines}\n" @ONLY)

set(program_functions ${CMAKE_CURRENT_LIST_DIR}/program_functions.js)
set(version 13)
configure_file(${CMAKE_SOURCE_DIR}/app/cudart/version.cpp.in ${CMAKE_BINARY_DIR}/cudart_version.cpp @ONLY)
add_executable(program_runtime main_program_web.cpp ${CMAKE_BINARY_DIR}/cudart_version.cpp)
target_link_libraries(program_runtime PRIVATE warplens_cudart warplens_program warplens_simt warplens_no_machine_code)
set_target_properties(program_runtime PROPERTIES LINK_DEPENDS "${CMAKE_BINARY_DIR}/program_exports.txt;${functions};${program_functions}")
target_link_options(program_runtime PRIVATE --js-library ${functions} "SHELL:--js-library ${program_functions}" -sENVIRONMENT=worker,node --no-entry -sEXPORT_ES6=1 -sMODULARIZE=1 -sEXPORT_NAME=programRuntime
  -sGLOBAL_BASE=67108864 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=160MB -sMAXIMUM_MEMORY=1536MB -sTOTAL_STACK=4MB
  -sEXPORTED_RUNTIME_METHODS=FS,ENV,wasmMemory,UTF8ToString -sEXPORTED_FUNCTIONS=@${CMAKE_BINARY_DIR}/program_exports.txt)
