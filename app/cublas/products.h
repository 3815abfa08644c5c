#pragma once

#include "cublas/kernels.h"

// Level 3: products of matrices.

namespace warplens::cublas {

/// C = alpha · op(A) · op(B) + beta · C, as calls say it. Pointers are to matrices one after the other, stride elements apart, or
/// to arrays of their addresses.
struct Product {
  const char* name;
  cublasHandle_t handle;
  cublasOperation_t transa, transb;
  int m, n, k;
  const void* alpha;
  const void* a;
  int lda;
  const void* b;
  int ldb;
  const void* beta;
  void* c;
  int ldc;
  bool by_addresses = false;
  int count = 1;  ///< of matrices
  long long stride_a = 0, stride_b = 0, stride_c = 0;
};

/// What the matrices of a product are of: A and B, and C. 16-bit numbers are summed in float.
enum class Types : std::uint8_t { floats, doubles, halves, halves_to_floats, bfloats, bfloats_to_floats, chars_to_ints };

/// The value of a 16-bit number (IEEE 754, binary16).
float value_of_half(const void* at);

/// Carry out a product. `half_scalars`: alpha and beta are 16-bit numbers.
cublasStatus_t multiply(const Product& product, Types types, bool half_scalars);

}  // namespace warplens::cublas
