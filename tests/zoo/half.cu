// Numbers of half the size. CUDA's own header, which clang has only with the toolkit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// y = a x + y in fp16, two elements at a time and the last by itself.
__global__ void half_axpy(float a, const __half* x, __half* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half factor = __float2half(a);
  if (i < n / 2) {
    const __half2 pair = reinterpret_cast<const __half2*>(x)[i];
    reinterpret_cast<__half2*>(y)[i] = __hfma2(__half2half2(factor), pair, reinterpret_cast<__half2*>(y)[i]);
  }
  if (i == 0 && n % 2 == 1) y[n - 1] = __hfma(factor, x[n - 1], y[n - 1]);
}

/// Conversions there and back, comparisons and the four operations.
__global__ void half_operations(const float* a, const float* b, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half x = __float2half(a[i]), y = __float2half(b[i]);
  float* const mine = results + 7 * i;
  mine[0] = __half2float(x);
  mine[1] = __half2float(x + y);
  mine[2] = __half2float(x - y);
  mine[3] = __half2float(x * y);
  mine[4] = __half2float(x / y);
  mine[5] = x < y ? 1.0f : 0.0f;
  mine[6] = __half2float(hsqrt(__habs(x)));
}

/// bfloat16 sums of products, kept in float.
__global__ void bfloat_dot(const float* a, const float* b, float* sum, int n) {
  const int i = threadIdx.x;
  float mine = 0;
  for (int k = i; k < n; k += blockDim.x) {
    const __nv_bfloat16 product = __hmul(__float2bfloat16(a[k]), __float2bfloat16(b[k]));
    mine += __bfloat162float(product);
  }
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(0xffffffffu, mine, distance);
  if (i == 0) *sum = mine;
}
