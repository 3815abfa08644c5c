# A folder that is to Numba what a CUDA toolkit is, laid out as one: the runtime's library, a compiler of NVVM IR and the device functions
# that its programs call. `warplens program` names it as CUDA_HOME.

set(toolkit ${CMAKE_BINARY_DIR}/program/toolkit)

add_library(nvvm SHARED $<TARGET_OBJECTS:warplens_nvvm_library>)
set(exports ${CMAKE_SOURCE_DIR}/app/nvvm_library/exports.map)
set_target_properties(nvvm PROPERTIES SOVERSION 4 LINK_DEPENDS ${exports} LIBRARY_OUTPUT_DIRECTORY ${toolkit}/nvvm/lib64
  LINKER_LANGUAGE CXX)
target_link_libraries(nvvm PRIVATE warplens_nvvm_compiler)
target_link_options(nvvm PRIVATE -Wl,--version-script=${exports} -static-libstdc++ -static-libgcc)

add_executable(nvvm_compiler main_nvvm.cpp)
set_target_properties(nvvm_compiler PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${toolkit}/nvvm/bin)
target_link_libraries(nvvm_compiler PRIVATE warplens_nvvm_compiler)
target_precompile_headers(nvvm_compiler REUSE_FROM precompiled_fast)

# For an old architecture: LLVM uses newer instructions where the program that takes these functions is for a newer one.
set(libdevice ${toolkit}/nvvm/libdevice/libdevice.10.bc)
if(WARPLENS_CLANG)
  set(source ${CMAKE_SOURCE_DIR}/app/nvvm_compiler/libdevice.cu)
  add_custom_command(OUTPUT ${libdevice}
    COMMAND ${WARPLENS_CLANG} -x cuda --cuda-device-only --cuda-gpu-arch=sm_60 -std=c++17 -O2 -nocudainc -nocudalib
      -Wno-unknown-cuda-version -include ${clang_headers}/prelude.cuh -isystem ${clang_headers}/include -emit-llvm -c ${source}
      -o ${libdevice}
    DEPENDS ${source} ${clang_header_files} COMMENT "libdevice.10.bc" VERBATIM)
else()
  message(STATUS "Numba cannot compile kernels: there is no clang, which makes the library of device functions")
endif()
add_custom_target(libdevice ALL DEPENDS ${libdevice})

# The runtime's library by the name and place that Numba looks for; and the device's runtime, which the driver has itself
# (app/driver/device_runtime.h), so that its library is empty.
file(WRITE ${toolkit}/lib64/libcudadevrt.a "!<arch>\n")
file(CREATE_LINK ../../13/libcudart.so.13 ${toolkit}/lib64/libcudart.so SYMBOLIC)
add_dependencies(warplens nvvm nvvm_compiler libdevice)
