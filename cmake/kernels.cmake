# kernels/NAME.cu → resources/kernels/NAME.ptx; the .cu and .toml lie beside it.

include(ptx)

file(GLOB kernel_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/*.cu)
file(GLOB kernel_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/*.toml)

set(kernel_outputs)
set(WARPLENS_REGISTERS_BY "")
if(ptx_variant MATCHES nvcc AND WARPLENS_PTXAS)
  set(WARPLENS_REGISTERS_BY ${WARPLENS_PTXAS})
endif()
warplens_ptx(kernel_outputs ${WARPLENS_RESOURCES}/kernels ${ptx_variant} sm_75 ${kernel_sources})
set(WARPLENS_REGISTERS_BY "")
foreach(text ${kernel_sources} ${kernel_texts})
  get_filename_component(file ${text} NAME)
  set(output ${WARPLENS_RESOURCES}/kernels/${file})
  add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} -E copy ${text} ${output} DEPENDS ${text} VERBATIM)
  list(APPEND kernel_outputs ${output})
endforeach()
add_custom_target(kernels ALL DEPENDS ${kernel_outputs})
