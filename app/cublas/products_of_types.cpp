#include "cublas/products.h"

// Products whose matrices' types the program names (cuBLAS documentation, "cublasGemmEx()", table of supported types).

namespace warplens::cublas {
namespace {

/// The types of a product of A and B of one type; nothing if cuBLAS has no such product, or Warplens none.
std::optional<Types> types_summed_in_float(cudaDataType factors, cudaDataType product) {
  if (factors == CUDA_R_32F && product == CUDA_R_32F) return Types::floats;
  if (factors == CUDA_R_16F && product == CUDA_R_16F) return Types::halves;
  if (factors == CUDA_R_16F && product == CUDA_R_32F) return Types::halves_to_floats;
  if (factors == CUDA_R_16BF && product == CUDA_R_16BF) return Types::bfloats;
  if (factors == CUDA_R_16BF && product == CUDA_R_32F) return Types::bfloats_to_floats;
  return std::nullopt;
}

std::optional<Types> types_of(cudaDataType factors, cudaDataType product, cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return factors == CUDA_R_16F && product == CUDA_R_16F ? std::optional(Types::halves) : std::nullopt;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return factors == CUDA_R_64F && product == CUDA_R_64F ? std::optional(Types::doubles) : std::nullopt;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return factors == CUDA_R_8I && product == CUDA_R_32I ? std::optional(Types::chars_to_ints) : std::nullopt;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return types_summed_in_float(factors, product);
  }
  return std::nullopt;
}

/// A product of A and B of one type, or the refusal of types that do not go together.
cublasStatus_t multiply_typed(const Product& product, cudaDataType type_a, cudaDataType type_b, std::optional<Types> types,
                              bool half_scalars) {
  if (type_a == type_b && types) return multiply(product, *types, half_scalars);
  return refused(product.name, CUBLAS_STATUS_NOT_SUPPORTED,
                 "these types of A, B, C and the computation do not go together here: A and B have one type, CUDA_R_16F, "
                 "CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F or CUDA_R_8I, and C the same, CUDA_R_32F for 16 bits or CUDA_R_32I for "
                 "CUDA_R_8I");
}

bool has_half_scalars(cublasComputeType_t compute) {
  return compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;
using cublas::has_half_scalars;
using cublas::multiply_typed;
using cublas::types_of;

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                             const float* alpha, const void* a, cudaDataType type_a, int lda, const void* b, cudaDataType type_b,
                             int ldb, const float* beta, void* c, cudaDataType type_c, int ldc) {
  return multiply_typed({"cublasSgemmEx", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc}, type_a, type_b,
                        cublas::types_summed_in_float(type_a, type_c), false);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b, cudaDataType type_b,
                            int ldb, const void* beta, void* c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t) {
  return multiply_typed({"cublasGemmEx", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc}, type_a, type_b,
                        types_of(type_a, type_c, compute), has_half_scalars(compute));
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                          int k, const void* alpha, const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType type_c, int ldc, long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply_typed({"cublasGemmStridedBatchedEx",
                         handle,
                         transa,
                         transb,
                         m,
                         n,
                         k,
                         alpha,
                         a,
                         lda,
                         b,
                         ldb,
                         beta,
                         c,
                         ldc,
                         false,
                         count,
                         stride_a,
                         stride_b,
                         stride_c},
                        type_a, type_b, types_of(type_a, type_c, compute), has_half_scalars(compute));
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                   const void* alpha, const void* const a[], cudaDataType type_a, int lda, const void* const b[],
                                   cudaDataType type_b, int ldb, const void* beta, void* const c[], cudaDataType type_c, int ldc,
                                   int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply_typed({"cublasGemmBatchedEx", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta,
                         const_cast<void*>(static_cast<const void*>(c)), ldc, true, count},
                        type_a, type_b, types_of(type_a, type_c, compute), has_half_scalars(compute));
}
