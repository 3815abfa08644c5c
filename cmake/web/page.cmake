# The page: the program as WebAssembly with threads, and all that it reads at run time, as the release build has made it.

set(native_resources ${CMAKE_SOURCE_DIR}/build/release/resources)
if(NOT EXISTS ${native_resources}/kernels)
  message(FATAL_ERROR "The page carries the kernels, fonts and lessons of the release build. Build that first: cmake --preset release && cmake --build --preset release")
endif()

set(functions ${CMAKE_SOURCE_DIR}/cmake/web/functions.js)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
set(carried kernels fonts shaders programs assets/lessons assets/templates assets/gallery app/ptx/compile/clang)
list(TRANSFORM carried PREPEND ${native_resources}/)
set(carried_files ${carried})
list(TRANSFORM carried_files APPEND /*)
file(GLOB carried_files CONFIGURE_DEPENDS ${carried_files})

# The program, twice from the same objects: with threads, and without, for where the browser allows none (assets/web/page.js).
function(warplens_page name)
  add_executable(${name} $<TARGET_OBJECTS:page_main>)
  target_link_libraries(${name} PRIVATE warplens_ui warplens_simt warplens_no_machine_code)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${functions};${carried_files};${header_files};${CMAKE_BINARY_DIR}/compiler_version")
  target_link_options(${name} PRIVATE --js-library ${functions} -lidbfs.js
    -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=256MB -sMAXIMUM_MEMORY=2GB -sTOTAL_STACK=4MB
    -sEXPORTED_RUNTIME_METHODS=ccall,FS ${ARGN})
  foreach(folder ${carried})
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${native_resources} OUTPUT_VARIABLE place)
    target_link_options(${name} PRIVATE "SHELL:--preload-file ${folder}@/resources/${place}")
  endforeach()
  target_link_options(${name} PRIVATE "SHELL:--preload-file ${CMAKE_BINARY_DIR}/compiler_version@/resources/compiler_version")
endfunction()
add_library(page_main OBJECT main_web.cpp)
target_link_libraries(page_main PRIVATE warplens_ui warplens_simt)
target_precompile_headers(page_main REUSE_FROM precompiled_fast)
warplens_page(warplens -pthread -sENVIRONMENT=web,worker -sDEFAULT_PTHREAD_STACK_SIZE=2MB -Wno-pthreads-mem-growth)
warplens_page(warplens_unthreaded -sENVIRONMENT=web)
add_custom_command(TARGET warplens_unthreaded POST_BUILD  # the page loads one of them for either program
  COMMAND ${CMAKE_COMMAND} -E compare_files warplens.data warplens_unthreaded.data
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
add_dependencies(warplens_unthreaded warplens)
include(${CMAKE_CURRENT_LIST_DIR}/program.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/files.cmake)
foreach(file ${WARPLENS_PAGE_SOURCES})
  configure_file(${CMAKE_SOURCE_DIR}/assets/web/${file} ${CMAKE_BINARY_DIR}/${file} COPYONLY)
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/assets/web/service.js ${CMAKE_BINARY_DIR}/service.js @ONLY)
configure_file(${CMAKE_SOURCE_DIR}/assets/web/warplens.webmanifest ${CMAKE_BINARY_DIR}/warplens.webmanifest COPYONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/warplens.svg ${CMAKE_BINARY_DIR}/icon.svg COPYONLY)

# The folder for a web server: only the page's files.
set(page_folder ${CMAKE_SOURCE_DIR}/build/page)
add_custom_target(page ALL COMMAND ${CMAKE_COMMAND} -E make_directory ${page_folder}
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${WARPLENS_PAGE_FILES} ${page_folder}
  DEPENDS warplens warplens_unthreaded program_runtime compiler WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)

set(for_node -pthread --pre-js ${CMAKE_SOURCE_DIR}/cmake/web/environment.js -sNODERAWFS=1 -sENVIRONMENT=node,worker -sINITIAL_MEMORY=512MB
  -sEXIT_RUNTIME=1)

# Speed of the interpreter as WebAssembly, run by hand (tests/bench/README.md).
add_executable(interpreter_speed EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/bench/interpreter_speed.cpp
  ${CMAKE_SOURCE_DIR}/tests/bench/launches.cpp)
target_link_libraries(interpreter_speed PRIVATE warplens_simt)
target_include_directories(interpreter_speed PRIVATE ${CMAKE_SOURCE_DIR})
target_compile_definitions(interpreter_speed PRIVATE WARPLENS_SOURCE_FOLDER="${CMAKE_SOURCE_DIR}")
target_link_options(interpreter_speed PRIVATE ${for_node} --js-library ${functions})

# The SIMT machine as WebAssembly on tests/instructions, with answers worked out from the ISA; run by ./test.sh web, in Node.js.
set(googletest /usr/src/googletest/googletest)  # libgtest-dev
if(EXISTS ${googletest})
  include(${CMAKE_SOURCE_DIR}/tests/instructions/files.cmake)
  warplens_library(GTest::gtest "${googletest};${googletest}/include" ${googletest}/src/gtest-all.cc)
  add_executable(instructions_test EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/simt/instructions_test.cpp
    ${CMAKE_SOURCE_DIR}/cmake/web/test_main.cpp)
  target_link_libraries(instructions_test PRIVATE warplens_simt instruction_files GTest::gtest)
  target_include_directories(instructions_test PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_options(instructions_test PRIVATE ${for_node})
endif()
