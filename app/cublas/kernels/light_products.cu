// cuBLASLt's products of matrices, D = finish(alpha · op(A) · op(B) + beta · C) (cuBLAS documentation, "cublasLtMatmul()",
// "cublasLtEpilogue_t").

#include "multiply.cuh"

namespace cublas {

/// Adds a bias, a number for each row or each column, and applies an activation.
template <typename Product>
struct Epilogue {
  const Product* bias;  ///< null: none
  int by_column;        ///< the bias has a number for each column
  int activation;       ///< 0: none, 1: ReLU, 2: GELU, by the hyperbolic tangent
  Product* before;      ///< where what comes before the activation is kept; null: nowhere
  long long ld_before;

  __device__ float operator()(float sum, int row, int column) const {
    if (bias != nullptr) sum += widened(bias[by_column ? column : row]);
    if (before != nullptr) store(sum, before + row + column * ld_before);
    if (activation == 1) return sum > 0 ? sum : 0;
    if (activation == 2) return 0.5f * sum * (1 + tanhf(0.79788456f * (sum + 0.044715f * sum * sum * sum)));
    return sum;
  }
};

template <typename Factor, typename Product>
__global__ void matmul(int transposed_a, int transposed_b, int m, int n, int k, const float* alpha_at, float alpha,
                       const Factor* a, int lda, long long stride_a, const Factor* b, int ldb, long long stride_b,
                       const float* beta_at, float beta, const Product* c, int ldc, long long stride_c, Product* d, int ldd,
                       long long stride_d, int count, const Product* bias, long long stride_bias, int bias_by_column,
                       int activation, Product* before, long long ld_before, long long stride_before) {
  constexpr int tile = SmallTiles::tile;
  const int tiles = (m + tile - 1) / tile;
  const int first_row = blockIdx.x % tiles * tile, first_column = blockIdx.x / tiles * tile;
  const float factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  for (int matrix = blockIdx.z; matrix < count; matrix += gridDim.z) {
    const Epilogue<Product> epilogue{bias != nullptr ? bias + matrix * stride_bias : nullptr, bias_by_column, activation,
                                     before != nullptr ? before + matrix * stride_before : nullptr, ld_before};
    multiply<SmallTiles>(first_row, first_column, transposed_a, transposed_b, m, n, k, factor, a + matrix * stride_a, lda,
                         b + matrix * stride_b, ldb, kept, c + matrix * stride_c, ldc, d + matrix * stride_d, ldd, epilogue);
  }
}

#define WARPLENS_PRODUCTS(Factor, Product)                                                                                       \
  template __global__ void matmul(int, int, int, int, int, const float*, float, const Factor*, int, long long, const Factor*,    \
                                  int, long long, const float*, float, const Product*, int, long long, Product*, int, long long, \
                                  int, const Product*, long long, int, int, Product*, long long, long long);
WARPLENS_PRODUCTS(float, float)
WARPLENS_PRODUCTS(__half, __half)
WARPLENS_PRODUCTS(__half, float)
WARPLENS_PRODUCTS(__nv_bfloat16, __nv_bfloat16)
WARPLENS_PRODUCTS(__nv_bfloat16, float)

}  // namespace cublas
