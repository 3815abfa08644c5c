#pragma once

#include "cublas/kernels.h"

// Level 3: products of matrices.

namespace warplens::cublas {

/// The arguments of a product, C = alpha · op(A) · op(B) + beta · C. Pointers are to matrices that are stride elements apart, or
/// to arrays of the matrices' addresses.
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

/// The 16-bit number at an address of the host.
float half_at(const void* at);

/// Carry out a product. `half_scalars`: alpha and beta are 16-bit numbers.
cublasStatus_t multiply(const Product& product, Types types, bool half_scalars);

}  // namespace warplens::cublas
