#pragma once

// Types that CUDA's libraries share (names and numbers are NVIDIA's: cuBLAS documentation, "cudaDataType_t" and
// "libraryPropertyType_t").

typedef enum cudaDataType_t {
  CUDA_R_32F,
  CUDA_R_64F,
  CUDA_R_16F,
  CUDA_R_8I,
  CUDA_C_32F,
  CUDA_C_64F,
  CUDA_C_16F,
  CUDA_C_8I,
  CUDA_R_8U,
  CUDA_C_8U,
  CUDA_R_32I,
  CUDA_C_32I,
  CUDA_R_32U,
  CUDA_C_32U,
  CUDA_R_16BF,
  CUDA_C_16BF,
  CUDA_R_4I,
  CUDA_C_4I,
  CUDA_R_4U,
  CUDA_C_4U,
  CUDA_R_16I,
  CUDA_C_16I,
  CUDA_R_16U,
  CUDA_C_16U,
  CUDA_R_64I,
  CUDA_C_64I,
  CUDA_R_64U,
  CUDA_C_64U,
  CUDA_R_8F_E4M3,
  CUDA_R_8F_E5M2
} cudaDataType;

typedef enum libraryPropertyType_t { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;
