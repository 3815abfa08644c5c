# The CUDA toolkit is optional. With it the GPU device is built in, on the static runtime; without it, gpu/device_none.cpp.

option(WARPLENS_CUDA "build the GPU device when the CUDA toolkit is there" ON)
if(WARPLENS_CUDA)
  find_package(CUDAToolkit 12.8 QUIET)
endif()
if(WARPLENS_CUDA AND CUDAToolkit_FOUND AND TARGET CUDA::cudart_static)
  set(WARPLENS_HAS_CUDA ON)
  message(STATUS "GPU device: CUDA toolkit ${CUDAToolkit_VERSION}")
else()
  set(WARPLENS_HAS_CUDA OFF)
  message(STATUS "GPU device: none (no CUDA toolkit 12.8 or newer); the SIMT machine runs everything")
endif()
