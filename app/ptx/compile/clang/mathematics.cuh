#pragma once

// Part of prelude.cuh: mathematical functions of one or a few instructions each.

WARPLENS_DEVICE float fabsf(float x) { return __nvvm_fabs_f(x); }
WARPLENS_DEVICE double fabs(double x) { return __nvvm_fabs_d(x); }
WARPLENS_DEVICE float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
WARPLENS_DEVICE double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
WARPLENS_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
WARPLENS_DEVICE double rsqrt(double x) { return 1.0 / __nvvm_sqrt_rn_d(x); }
WARPLENS_DEVICE float floorf(float x) { return __nvvm_floor_f(x); }
WARPLENS_DEVICE double floor(double x) { return __nvvm_floor_d(x); }
WARPLENS_DEVICE float ceilf(float x) { return __nvvm_ceil_f(x); }
WARPLENS_DEVICE double ceil(double x) { return __nvvm_ceil_d(x); }
WARPLENS_DEVICE float truncf(float x) { return __nvvm_trunc_f(x); }
WARPLENS_DEVICE double trunc(double x) { return __nvvm_trunc_d(x); }
WARPLENS_DEVICE float rintf(float x) {
  float result;
  __asm__("cvt.rni.f32.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
WARPLENS_DEVICE double rint(double x) {
  double result;
  __asm__("cvt.rni.f64.f64 %0, %1;" : "=d"(result) : "d"(x));
  return result;
}
/// Rounds halfway cases away from zero.
WARPLENS_DEVICE double round(double x) {
  const double whole = trunc(x);
  return fabs(x - whole) < 0.5 ? whole : whole + __builtin_copysign(1.0, x);
}
WARPLENS_DEVICE float roundf(float x) { return (float)round((double)x); }
WARPLENS_DEVICE float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
WARPLENS_DEVICE double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
WARPLENS_DEVICE float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
WARPLENS_DEVICE double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
WARPLENS_DEVICE float min(float a, float b) { return __nvvm_fmin_f(a, b); }
WARPLENS_DEVICE double min(double a, double b) { return __nvvm_fmin_d(a, b); }
WARPLENS_DEVICE float max(float a, float b) { return __nvvm_fmax_f(a, b); }
WARPLENS_DEVICE double max(double a, double b) { return __nvvm_fmax_d(a, b); }
WARPLENS_DEVICE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
WARPLENS_DEVICE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
WARPLENS_DEVICE float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
WARPLENS_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
WARPLENS_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
WARPLENS_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
WARPLENS_DEVICE float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
WARPLENS_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
WARPLENS_DEVICE float __tanf(float x) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)); }
WARPLENS_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __nvvm_sin_approx_f(x);
  *cosine = __nvvm_cos_approx_f(x);
}
WARPLENS_DEVICE float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.3219280948873623f); }
WARPLENS_DEVICE float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.30102999566398120f; }
WARPLENS_DEVICE float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
WARPLENS_DEVICE float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
WARPLENS_DEVICE float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
