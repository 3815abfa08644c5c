// Products of 16-bit numbers by cuBLAS: sums are made in float and rounded once. Small whole numbers, so that every sum is exact
// until it is rounded, and the results are known.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

constexpr int m = 20, n = 36, k = 50;
int wrong = 0;

int factor_a(int row, int i) { return (row * 5 + i * 3) % 13 - 6; }
int factor_b(int i, int column) { return (i * 7 + column * 11) % 17 - 8; }
int product(int row, int column) {
  int sum = 0;
  for (int i = 0; i < k; ++i) sum += factor_a(row, i) * factor_b(i, column);
  return sum;
}

/// A float's upper half, rounded to the nearest, ties to even.
float as_bfloat16(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, 4);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
  std::memcpy(&value, &bits, 4);
  return value;
}
template <typename T>
T made(float value) {
  return T(value);
}
template <>
__nv_bfloat16 made(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, 4);
  __nv_bfloat16_raw raw;
  raw.x = (unsigned short)(bits >> 16);  // small whole numbers are exact
  return __nv_bfloat16(raw);
}
float value_of(float x) { return x; }
float value_of(int x) { return float(x); }
float value_of(__half x) { return __half2float(x); }
float value_of(__nv_bfloat16 x) {
  const unsigned bits = unsigned(__nv_bfloat16_raw(x).x) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

template <typename Factor, typename Product, typename Scalar>
void multiply(cublasHandle_t handle, const char* what, cudaDataType factors, cudaDataType products, cublasComputeType_t compute,
              Scalar one, Scalar zero, bool rounds_to_bfloat16) {
  std::vector<Factor> a(m * k), b(k * n);
  std::vector<Product> c(m * n);
  for (int i = 0; i < k; ++i) {
    for (int row = 0; row < m; ++row) a[row + i * m] = made<Factor>(float(factor_a(row, i)));
    for (int column = 0; column < n; ++column) b[i + column * k] = made<Factor>(float(factor_b(i, column)));
  }
  Factor *d_a, *d_b;
  Product* d_c;
  cudaMalloc(&d_a, a.size() * sizeof(Factor));
  cudaMalloc(&d_b, b.size() * sizeof(Factor));
  cudaMalloc(&d_c, c.size() * sizeof(Product));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(Factor), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size() * sizeof(Factor), cudaMemcpyHostToDevice);
  const cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, d_a, factors, m, d_b, factors, k,
                                             &zero, d_c, products, m, compute, CUBLAS_GEMM_DEFAULT);
  cudaMemcpy(c.data(), d_c, c.size() * sizeof(Product), cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      const float sum = float(product(row, column));
      differ += value_of(c[row + column * m]) != (rounds_to_bfloat16 ? as_bfloat16(sum) : sum);
    }
  }
  std::printf("%s: %s, %d differ\n", what, cublasGetStatusName(status), differ);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  multiply<__half, __half, float>(handle, "half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1, 0, false);
  multiply<__half, float, float>(handle, "half to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1, 0, false);
  multiply<__half, __half, __half>(handle, "half, 16 bits", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, __float2half(1),
                                   __float2half(0), false);
  multiply<__nv_bfloat16, __nv_bfloat16, float>(handle, "bfloat16", CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 1, 0, true);
  multiply<__nv_bfloat16, float, float>(handle, "bfloat16 to float", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1, 0, false);
  multiply<float, float, float>(handle, "float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1, 0, false);
  multiply<signed char, int, int>(handle, "8 bits", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 1, 0, false);

  const __half two = __float2half(2), half_zero = __float2half(0);
  __half four = __float2half(4), *d_x;
  cudaMalloc(&d_x, 2 * sizeof(__half));
  cudaMemcpy(d_x, &four, sizeof four, cudaMemcpyHostToDevice);
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &two, d_x, 1, d_x, 1, &half_zero, d_x + 1, 1);
  cudaMemcpy(&four, d_x + 1, sizeof four, cudaMemcpyDeviceToHost);
  std::printf("cublasHgemm: %g\n", __half2float(four));
  cudaFree(d_x);
  cublasDestroy(handle);
}
