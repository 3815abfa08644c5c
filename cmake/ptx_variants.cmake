# Kernels as every compiler here makes them, optimised and not: ${WARPLENS_PTX_VARIANTS}/NAME.VARIANT.ptx.

set(WARPLENS_PTX_VARIANTS ${CMAKE_BINARY_DIR}/ptx_variants)
set(ptx_variants_of_nvcc nvcc_O3 nvcc_O0 nvcc_debug)
set(ptx_variants_of_clang clang_O3 clang_O0)
set(ptx_flags_nvcc_O3 -O3 -lineinfo)
set(ptx_flags_nvcc_O0 -Xcicc -O0 -Xptxas -O0 -lineinfo)
set(ptx_flags_nvcc_debug -G)
set(ptx_flags_clang_O3 -O3 -gline-directives-only -mllvm -inline-threshold=100000)
set(ptx_flags_clang_O0 -O0 -gline-directives-only)

# warplens_ptx_variants(TARGET ARCHITECTURE "nvcc;clang" SOURCE...): all variants of the sources by those of these compilers that
# are here.
function(warplens_ptx_variants target architecture compilers)
  set(nvcc ${WARPLENS_NVCC} -ptx -std=c++17 -arch=${architecture})
  # The oldest PTX with every instruction of the architecture (PTX ISA, "Release History").
  set(ptx_of_sm_75 ptx63)
  set(ptx_of_sm_80 ptx70)
  set(clang ${WARPLENS_CLANG} -x cuda --cuda-device-only -S --cuda-gpu-arch=${architecture} -std=c++17 -nocudainc -nocudalib
    -Wno-unknown-cuda-version -Xclang -target-feature -Xclang +${ptx_of_${architecture}} -include ${kernel_prelude})
  set(outputs)
  foreach(compiler ${compilers})
    if((compiler STREQUAL nvcc AND NOT (WARPLENS_CUDA AND WARPLENS_NVCC)) OR (compiler STREQUAL clang AND NOT WARPLENS_CLANG))
      continue()
    endif()
    foreach(variant ${ptx_variants_of_${compiler}})
      foreach(source ${ARGN})
        get_filename_component(name ${source} NAME_WE)
        set(output ${WARPLENS_PTX_VARIANTS}/${name}.${variant}.ptx)
        add_custom_command(OUTPUT ${output}
          COMMAND ${CMAKE_COMMAND} -E make_directory ${WARPLENS_PTX_VARIANTS}
          COMMAND ${${compiler}} ${ptx_flags_${variant}} -o ${output} ${source}
          DEPENDS ${source} ${kernel_preludes} COMMENT "${variant} PTX of ${name}.cu" VERBATIM)
        list(APPEND outputs ${output})
      endforeach()
    endforeach()
  endforeach()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
