# The same libraries as cmake/dependencies.cmake, for WebAssembly: built from their sources as Debian 12 holds them. None are copied
# into this repository; a source whose checksum differs is refused. Libraries that are headers only are the installed ones.

include(FetchContent)

# warplens_source(NAME PLACE SHA256): NAME_SOURCE_DIR is the folder of its sources. PLACE: in Debian's pool.
macro(warplens_source name place sha256)
  FetchContent_Declare(${name} URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP ON
    URL http://deb.debian.org/debian/pool/main/${place} https://snapshot.debian.org/archive/debian/20250520T000000Z/pool/main/${place})
  FetchContent_Populate(${name})
endmacro()
warplens_source(fmt f/fmtlib/fmtlib_9.1.0%2bds1.orig.tar.gz 84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583)
warplens_source(muparser m/muparser/muparser_2.3.3.orig.tar.gz 91d26d8274ae9cd9c776ee58250aeddc6b574f369eafd03b25045b858a2b8177)
warplens_source(md4c m/md4c/md4c_0.4.8.orig.tar.gz 4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f)
warplens_source(imgui i/imgui/imgui_1.86%2bds.orig.tar.xz 0dace0e8e57d298eb6e93af12dc19420cb96330832f6495c733b90aeeef11f64)
warplens_source(zstd libz/libzstd/libzstd_1.5.4%2bdfsg2.orig.tar.xz 8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953)
warplens_source(zlib z/zlib/zlib_1.2.13.dfsg.orig.tar.bz2 71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1)
warplens_source(png libp/libpng1.6/libpng1.6_1.6.39.orig.tar.gz a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441)
warplens_source(jpeg libj/libjpeg-turbo/libjpeg-turbo_2.1.5.orig.tar.gz 254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c)

# warplens_library(NAME INCLUDE SOURCE...): by the name under which the modules link to it, without our warnings.
function(warplens_library name include)
  string(REGEX REPLACE "^.*::" "web_" target ${name})
  if(ARGN)
    add_library(${target} STATIC ${ARGN})
    target_compile_options(${target} PRIVATE -w)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    target_include_directories(${target} SYSTEM PUBLIC ${include})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE ${include})
  endif()
  if(NOT target STREQUAL name)
    add_library(${name} ALIAS ${target})
  endif()
endfunction()

warplens_library(fmt::fmt ${fmt_SOURCE_DIR}/include ${fmt_SOURCE_DIR}/src/format.cc ${fmt_SOURCE_DIR}/src/os.cc)
file(GLOB sources ${muparser_SOURCE_DIR}/src/*.cpp)
list(FILTER sources EXCLUDE REGEX "muParserDLL.cpp$")
warplens_library(PkgConfig::muparser ${muparser_SOURCE_DIR}/include ${sources})
target_compile_definitions(web_muparser PUBLIC MUPARSER_STATIC)
warplens_library(PkgConfig::md4c ${md4c_SOURCE_DIR}/src ${md4c_SOURCE_DIR}/src/md4c.c)
file(GLOB sources ${zstd_SOURCE_DIR}/lib/common/*.c ${zstd_SOURCE_DIR}/lib/compress/*.c ${zstd_SOURCE_DIR}/lib/decompress/*.c)
warplens_library(PkgConfig::zstd ${zstd_SOURCE_DIR}/lib ${sources})
file(GLOB sources ${zlib_SOURCE_DIR}/*.c)
list(FILTER sources EXCLUDE REGEX "/gz[a-z]+[.]c$")
warplens_library(zlib ${zlib_SOURCE_DIR} ${sources})
file(GLOB sources ${png_SOURCE_DIR}/png*.c)
list(FILTER sources EXCLUDE REGEX "/pngtest[.]c$")
configure_file(${png_SOURCE_DIR}/scripts/pnglibconf.h.prebuilt ${png_SOURCE_DIR}/pnglibconf.h COPYONLY)
warplens_library(PkgConfig::png ${png_SOURCE_DIR} ${sources})
target_link_libraries(web_png PUBLIC zlib)

# The installed headers by themselves: the folder that they lie in has headers of this computer's system, too.
set(headers ${CMAKE_BINARY_DIR}/headers)
foreach(header nlohmann toml++ stb tiny_obj_loader.h GLFW)
  if(NOT EXISTS /usr/include/${header})
    message(FATAL_ERROR "/usr/include/${header} is missing: cmake/install_packages.sh web installs it")
  endif()
  file(MAKE_DIRECTORY ${headers})
  file(CREATE_LINK /usr/include/${header} ${headers}/${header} SYMBOLIC)
endforeach()
warplens_library(nlohmann_json::nlohmann_json ${headers})
warplens_library(tomlplusplus::tomlplusplus ${headers})
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tiny_obj_loader.cpp
  CONTENT "#define TINYOBJLOADER_IMPLEMENTATION\n#include <tiny_obj_loader.h>\n")
warplens_library(PkgConfig::tinyobjloader ${headers} ${CMAKE_BINARY_DIR}/tiny_obj_loader.cpp)
set(STB_INCLUDE ${headers}/stb)

# libjpeg-turbo refuses to be part of another project's build.
include(ExternalProject)
ExternalProject_Add(jpeg_build SOURCE_DIR ${jpeg_SOURCE_DIR} BINARY_DIR ${CMAKE_BINARY_DIR}/jpeg INSTALL_COMMAND ""
  BUILD_COMMAND ${CMAKE_COMMAND} --build . --target turbojpeg-static BUILD_BYPRODUCTS ${CMAKE_BINARY_DIR}/jpeg/libturbojpeg.a
  CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE} -DCMAKE_BUILD_TYPE=Release -DWITH_SIMD=OFF -DENABLE_SHARED=OFF
  "-DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}"
  -DCMAKE_C_FLAGS=${CMAKE_C_FLAGS} -DHAVE_SIZE_T=TRUE -DSIZE_T=4)  # which it cannot measure here
warplens_library(PkgConfig::turbojpeg ${jpeg_SOURCE_DIR})
add_dependencies(web_turbojpeg jpeg_build)
target_link_libraries(web_turbojpeg INTERFACE ${CMAKE_BINARY_DIR}/jpeg/libturbojpeg.a)

# Dear ImGui draws by OpenGL ES 3.0, which is WebGL 2. GLFW's interface is emscripten's own, and so are the OpenGL functions.
warplens_library(PkgConfig::imgui "${imgui_SOURCE_DIR};${imgui_SOURCE_DIR}/misc/cpp" ${imgui_SOURCE_DIR}/imgui.cpp
  ${imgui_SOURCE_DIR}/imgui_draw.cpp ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp
  ${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
  ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
target_compile_definitions(web_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
warplens_library(glfw ${headers})
target_link_libraries(web_imgui PUBLIC glfw)
warplens_library(glad ${CMAKE_CURRENT_LIST_DIR}/gl)
