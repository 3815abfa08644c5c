# CUDA C++ → PTX: by nvcc where there is a toolkit, by clang, optimised or not. A way of doing it is a variant, COMPILER_WAY. Variants
# of nvvm are clang's NVVM IR, from which app/ptx/nvvm makes PTX.

find_program(WARPLENS_NVCC nvcc HINTS ${CUDAToolkit_BIN_DIR} /usr/local/cuda/bin)
find_program(WARPLENS_PTXAS ptxas HINTS ${CUDAToolkit_BIN_DIR} /usr/local/cuda/bin)
find_program(WARPLENS_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
# Our own device headers, which clang is given in place of the toolkit's.
set(clang_headers ${CMAKE_SOURCE_DIR}/app/ptx/compile/clang)
file(GLOB_RECURSE clang_header_files CONFIGURE_DEPENDS ${clang_headers}/*)

set(ptx_variants)
if(WARPLENS_NVCC)
  list(APPEND ptx_variants nvcc_O3 nvcc_O0 nvcc_debug)
endif()
if(WARPLENS_CLANG)
  list(APPEND ptx_variants clang_O3 clang_O0 nvvm_O3 nvvm_O0)
endif()
if(NOT ptx_variants)
  message(FATAL_ERROR "no nvcc and no clang: one of them must turn kernels/*.cu into PTX")
endif()
# What the program's own kernels are compiled by.
list(GET ptx_variants 0 ptx_variant)
if(NOT WARPLENS_CUDA AND WARPLENS_CLANG)
  set(ptx_variant clang_O3)
endif()
message(STATUS "kernels: PTX by ${ptx_variant}")

set(ptx_flags_nvcc_O3 -O3 -lineinfo)
set(ptx_flags_nvcc_library -O3)  # without lines: findings are at the program's call
set(ptx_flags_nvcc_O0 -Xcicc -O0 -Xptxas -O0 -lineinfo)
set(ptx_flags_nvcc_debug -G)
set(ptx_flags_clang_O3 -O3 -gline-directives-only -mllvm -inline-threshold=100000)
set(ptx_flags_clang_library -O3 -mllvm -inline-threshold=100000)
set(ptx_flags_clang_O0 -O0 -gline-directives-only)
set(ptx_flags_nvvm_O3 ${ptx_flags_clang_O3} -emit-llvm)
set(ptx_flags_nvvm_O0 ${ptx_flags_clang_O0} -emit-llvm)
# The oldest PTX with every instruction of the architecture (PTX ISA, "Release History").
set(ptx_of_sm_75 ptx63)
set(ptx_of_sm_80 ptx71)

# warplens_ptx(OUTPUTS FOLDER VARIANT ARCHITECTURE SOURCE...): each SOURCE.cu becomes FOLDER/SOURCE.ptx, or .ll of a variant of nvvm; adds
# these files to OUTPUTS. With WARPLENS_REGISTERS_BY, a ptxas, each kernel's registers are noted in the PTX. WARPLENS_PTX_HEADERS: files that
# a SOURCE includes.
function(warplens_ptx outputs folder variant architecture)
  # A barrier in shared memory has a constructor that must not run: init() takes its place (nvcc's warning 20054).
  set(nvcc ${WARPLENS_NVCC} -ptx -std=c++17 -arch=${architecture} -diag-suppress 20054)
  set(clang ${WARPLENS_CLANG} -x cuda --cuda-device-only -S --cuda-gpu-arch=${architecture} -std=c++17 -nocudainc -nocudalib
    -Wno-unknown-cuda-version -Xclang -target-feature -Xclang +${ptx_of_${architecture}} -include ${clang_headers}/prelude.cuh
    -isystem ${clang_headers}/include)
  string(REGEX REPLACE "_.*" "" compiler ${variant})
  set(headers ${WARPLENS_PTX_HEADERS})
  set(extension ptx)
  set(registers_by "${WARPLENS_REGISTERS_BY}")
  if("${compiler}" STREQUAL "nvvm")
    set(compiler clang)
    set(extension ll)
    set(registers_by "")
  endif()
  if("${compiler}" STREQUAL "clang")  # quoted: clang is a variable here
    list(APPEND headers ${clang_header_files})
  endif()
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    set(output ${folder}/${name}.${extension})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_SOURCE_DIR}/cmake/ptx_of.sh ${output} "${registers_by}" ${architecture} ${source} ${headers}
        -- ${${compiler}} ${ptx_flags_${variant}} ${source}
      DEPENDS ${source} ${headers} COMMENT "PTX of ${name}.cu by ${variant}" VERBATIM)
    list(APPEND ${outputs} ${output})
  endforeach()
  set(${outputs} ${${outputs}} PARENT_SCOPE)
endfunction()
