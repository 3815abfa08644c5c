#pragma once

// cuBLASLt, for programs that are compiled without a toolkit; app/cublas has its functions.

#include "../cublaslt_calls.cuh"

inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type, unsigned long rows,
                                               unsigned long columns, long ld) {
  return cublasLtMatrixLayoutInit_internal(layout, sizeof *layout, type, rows, columns, ld);
}
inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t description, cublasComputeType_t compute, cudaDataType scale) {
  return cublasLtMatmulDescInit_internal(description, sizeof *description, compute, scale);
}
inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  return cublasLtMatmulPreferenceInit_internal(preference, sizeof *preference);
}
