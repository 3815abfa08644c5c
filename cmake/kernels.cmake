# kernels/NAME.cu → resources/kernels/NAME.ptx, by nvcc where there is a toolkit, else by clang; the .cu and .toml lie beside it.

file(GLOB kernel_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/*.cu)
file(GLOB kernel_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/*.toml)

find_program(WARPLENS_NVCC nvcc HINTS ${CUDAToolkit_BIN_DIR} /usr/local/cuda/bin)
find_program(WARPLENS_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
set(kernel_prelude ${CMAKE_SOURCE_DIR}/app/ptx/clang_prelude.cuh)
set(kernel_preludes ${kernel_prelude} ${CMAKE_SOURCE_DIR}/app/ptx/clang_prelude_mathematics.cuh)
if(WARPLENS_CUDA AND WARPLENS_NVCC)
  set(kernel_compiler ${WARPLENS_NVCC} -ptx -lineinfo -arch=sm_75 -O3)
  message(STATUS "kernels: PTX by ${WARPLENS_NVCC}")
elseif(WARPLENS_CLANG)
  set(kernel_compiler ${WARPLENS_CLANG} -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_75 -O3 -std=c++17 -gline-directives-only
    -nocudainc -nocudalib -Wno-unknown-cuda-version -Xclang -target-feature -Xclang +ptx63
    -mllvm -inline-threshold=100000 -include ${kernel_prelude})
  message(STATUS "kernels: PTX by ${WARPLENS_CLANG}")
else()
  message(FATAL_ERROR "no nvcc and no clang: one of them must turn kernels/*.cu into PTX")
endif()

set(kernel_outputs)
foreach(source ${kernel_sources})
  get_filename_component(kernel ${source} NAME_WE)
  set(output ${WARPLENS_RESOURCES}/kernels/${kernel}.ptx)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${WARPLENS_RESOURCES}/kernels
    COMMAND ${kernel_compiler} -o ${output} ${source}
    DEPENDS ${source} ${kernel_preludes} COMMENT "PTX of kernels/${kernel}.cu" VERBATIM)
  list(APPEND kernel_outputs ${output})
endforeach()
foreach(text ${kernel_sources} ${kernel_texts})
  get_filename_component(file ${text} NAME)
  set(output ${WARPLENS_RESOURCES}/kernels/${file})
  add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} -E copy ${text} ${output} DEPENDS ${text} VERBATIM)
  list(APPEND kernel_outputs ${output})
endforeach()
add_custom_target(kernels ALL DEPENDS ${kernel_outputs})
