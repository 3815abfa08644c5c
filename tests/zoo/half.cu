// Numbers of half the size.
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

/// The same operations in bfloat16, and a fused one.
__global__ void bfloat_operations(const float* a, const float* b, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __nv_bfloat16 x = __float2bfloat16(a[i]), y = __double2bfloat16(b[i]);
  float* const mine = results + 8 * i;
  mine[0] = __bfloat162float(x);
  mine[1] = __bfloat162float(x + y);
  mine[2] = __bfloat162float(x - y);
  mine[3] = __bfloat162float(x * y);
  mine[4] = __bfloat162float(x / y);
  mine[5] = __bfloat162float(__hfma(x, y, x));
  mine[6] = __bfloat162float(hsqrt(__habs(-x)));
  mine[7] = __bfloat162float(__int2bfloat16_rn(i * 77777)) + __bfloat162int_rz(x);
}

/// Pairs: parts exchanged, compared, clamped, the larger and the smaller, rounded to integers.
__global__ void half_pairs(const float2* a, const float2* b, float2* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half2 x = __float22half2_rn(a[i]), y = __floats2half2_rn(b[i].x, b[i].y);
  float2* const mine = results + 8 * i;
  mine[0] = __half22float2(x * y - x);
  mine[1] = __half22float2(__lowhigh2highlow(x));
  mine[2] = __half22float2(__halves2half2(__high2half(x), __low2half(y)));
  mine[3] = __half22float2(__hlt2(x, y));
  mine[4] = __half22float2(__hadd2_sat(x, y));
  mine[5] = __half22float2(__hmax2(x, __hneg2(y)));
  mine[6] = make_float2(__hbgt2(x, y), __half2int_rd(__low2half(x)));
  mine[7] = __half22float2(h2rint(x));
}

/// A warp's sum in fp16, lane by lane through shuffles, and atomics of halves and pairs.
__global__ void half_sums(const float* data, __half* sums, __half2* pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half sum = data[i];
  atomicAdd(pairs, __half2half2(sum));
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sums, sum);
}
