#pragma once

// cuBLAS, for programs that are compiled without a toolkit; app/cublas has its functions.

#include "../cublas_calls.cuh"
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#define CUBLAS_V2_H_
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetWorkspace cublasSetWorkspace_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasSscal cublasSscal_v2
#define cublasScopy cublasScopy_v2
#define cublasSswap cublasSswap_v2
#define cublasSrot cublasSrot_v2
#define cublasSdot cublasSdot_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasSasum cublasSasum_v2
#define cublasIsamax cublasIsamax_v2
#define cublasIsamin cublasIsamin_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasDscal cublasDscal_v2
#define cublasDcopy cublasDcopy_v2
#define cublasDswap cublasDswap_v2
#define cublasDrot cublasDrot_v2
#define cublasDdot cublasDdot_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasDasum cublasDasum_v2
#define cublasIdamax cublasIdamax_v2
#define cublasIdamin cublasIdamin_v2
#define cublasSgemv cublasSgemv_v2
#define cublasSger cublasSger_v2
#define cublasDgemv cublasDgemv_v2
#define cublasDger cublasDger_v2
#define cublasSgemm cublasSgemm_v2
#define cublasDgemm cublasDgemm_v2

// Left out: a program that calls them gets an error by their names.
extern "C" {
cublasStatus_t cublasSsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha, const float* a, int lda,
                              const float* x, int incx, const float* beta, float* y, int incy);
cublasStatus_t cublasStrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                              const float* a, int lda, float* x, int incx);
cublasStatus_t cublasSsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                              const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta, float* c,
                              int ldc);
cublasStatus_t cublasSsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                              const float* alpha, const float* a, int lda, const float* beta, float* c, int ldc);
cublasStatus_t cublasStrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int m, int n, const float* alpha, const float* a, int lda, float* b,
                              int ldb);
cublasStatus_t cublasSgetrfBatched(cublasHandle_t handle, int n, float* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasSgetriBatched(cublasHandle_t handle, int n, const float* const a[], int lda, const int* pivots,
                                   float* const c[], int ldc, int* info, int count);
cublasStatus_t cublasDsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha, const double* a, int lda,
                              const double* x, int incx, const double* beta, double* y, int incy);
cublasStatus_t cublasDtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                              const double* a, int lda, double* x, int incx);
cublasStatus_t cublasDsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                              const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta,
                              double* c, int ldc);
cublasStatus_t cublasDsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                              const double* alpha, const double* a, int lda, const double* beta, double* c, int ldc);
cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int m, int n, const double* alpha, const double* a, int lda, double* b,
                              int ldb);
cublasStatus_t cublasDgetrfBatched(cublasHandle_t handle, int n, double* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasDgetriBatched(cublasHandle_t handle, int n, const double* const a[], int lda, const int* pivots,
                                   double* const c[], int ldc, int* info, int count);
}
#define cublasSsymv cublasSsymv_v2
#define cublasStrsv cublasStrsv_v2
#define cublasSsymm cublasSsymm_v2
#define cublasSsyrk cublasSsyrk_v2
#define cublasStrsm cublasStrsm_v2
#define cublasDsymv cublasDsymv_v2
#define cublasDtrsv cublasDtrsv_v2
#define cublasDsymm cublasDsymm_v2
#define cublasDsyrk cublasDsyrk_v2
#define cublasDtrsm cublasDtrsm_v2

// Programs from before cuBLAS 11 name the type of the computation as that of a matrix.
inline cublasComputeType_t __warplens_compute_type(cudaDataType type) {
  return type == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
         : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F
         : type == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                              : CUBLAS_COMPUTE_32F;
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                   const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                                   cudaDataType type_b, int ldb, const void* beta, void* c, cudaDataType type_c, int ldc,
                                   cudaDataType compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                      __warplens_compute_type(compute), algorithm);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                                 int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda,
                                                 long long stride_a, const void* b, cudaDataType type_b, int ldb,
                                                 long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
                                                 long long stride_c, int count, cudaDataType compute,
                                                 cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, stride_a, b, type_b, ldb, stride_b,
                                    beta, c, type_c, ldc, stride_c, count, __warplens_compute_type(compute), algorithm);
}
inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                          int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda,
                                          const void* const b[], cudaDataType type_b, int ldb, const void* beta, void* const c[],
                                          cudaDataType type_c, int ldc, int count, cudaDataType compute,
                                          cublasGemmAlgo_t algorithm) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc, count,
                             __warplens_compute_type(compute), algorithm);
}
