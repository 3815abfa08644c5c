# The compiler of the page: clang as WebAssembly, an npm package that is pinned with its checksum (compiler/package-lock.json). clang's
# licence is that of Debian's clang; our own headers for it, carried by the page, count for what was compiled before (compile_web.cpp).

set(npm ${CMAKE_BINARY_DIR}/npm)
set(package ${npm}/node_modules/@yowasp/clang)
set(pinned ${CMAKE_CURRENT_LIST_DIR}/compiler)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pinned}/package-lock.json)
file(SHA256 ${pinned}/package-lock.json wanted)
if(NOT EXISTS ${npm}/${wanted})
  file(REMOVE_RECURSE ${npm})
  file(COPY ${pinned}/ DESTINATION ${npm})
  execute_process(COMMAND npm ci --silent --prefer-offline WORKING_DIRECTORY ${npm} COMMAND_ERROR_IS_FATAL ANY)
  file(TOUCH ${npm}/${wanted})
endif()

set(pack ${CMAKE_CURRENT_LIST_DIR}/pack_compiler.py)
add_custom_command(OUTPUT clang.js clang.tar.gz clang_version.js DEPENDS ${pack} ${pinned}/package-lock.json
  COMMAND ${pack} ${package} ${CMAKE_BINARY_DIR} VERBATIM)
configure_file(/usr/share/doc/clang-15/copyright ${CMAKE_BINARY_DIR}/clang_licence.txt COPYONLY)
add_custom_target(compiler DEPENDS clang.js clang.tar.gz clang_version.js)

set(headers ${CMAKE_SOURCE_DIR}/app/ptx/compile/clang)
file(GLOB_RECURSE header_files CONFIGURE_DEPENDS ${headers}/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header_files})
set(checksums ${wanted})
foreach(file ${header_files})
  file(SHA256 ${file} checksum)
  string(APPEND checksums ${checksum})
endforeach()
string(SHA256 checksum "${checksums}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/compiler_version CONTENT "clang as WebAssembly ${checksum}\n")
