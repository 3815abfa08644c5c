// Functions of the C library and of CUDA's own that are rarer than sine and logarithm.

/// In double precision.
__global__ void rare_functions(const double* data, double* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = data[i], a = fabs(x), part = x / 8.5;
  double* const mine = results + 24 * i;
  mine[0] = asinh(x);
  mine[1] = acosh(1 + a);
  mine[2] = atanh(part);
  mine[3] = lgamma(a + 0.5);
  mine[4] = tgamma(a + 0.5);
  mine[5] = erfinv(part);
  mine[6] = erfcinv(a / 5);
  mine[7] = normcdfinv(a / 9);
  mine[8] = erfcx(a);
  mine[9] = cbrt(x);
  mine[10] = sinpi(x);
  mine[11] = cospi(x);
  mine[12] = expm1(part);
  mine[13] = log1p(part);
  mine[14] = norm3d(x, 2, 3);
  mine[15] = hypot(x, 4.0);
  mine[16] = sinh(x);
  mine[17] = tanh(x);
  mine[18] = exp10(part);
  mine[19] = log2(a + 1);
  mine[20] = rcbrt(x);
  mine[21] = sin(x * 1e9);
  mine[22] = cos(x * 1e200);
  mine[23] = tan(part);
}

/// What gives parts of a number, or a number nearby: exact.
__global__ void exact_functions(const double* data, double* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = data[i], y = data[(i + 1) % n];
  double* const mine = results + 14 * i;
  int e, quotient;
  double whole;
  mine[0] = frexp(x, &e);
  mine[1] = e;
  mine[2] = modf(x, &whole);
  mine[3] = whole;
  mine[4] = nextafter(x, y);
  mine[5] = remainder(x, y);
  mine[6] = fmod(x, y);
  mine[7] = remquo(x, y, &quotient);
  mine[8] = ldexp(x, i - 20) + scalbn(y, 3);
  mine[9] = ilogb(x) + logb(y);
  mine[10] = lrint(x) + 1000 * llround(y);
  mine[11] = fdim(x, y);
  mine[12] = copysign(x, y);
  mine[13] = nextafterf(static_cast<float>(x), static_cast<float>(y));
}

/// Sums, products and quotients rounded to nearest, towards zero, up and down.
__global__ void rounded(const float* data, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = data[i], y = data[(i + 1) % n], a = fabsf(x);
  float* const mine = results + 16 * i;
  mine[0] = __fadd_rn(x, y);
  mine[1] = __fadd_rz(x, y);
  mine[2] = __fadd_ru(x, y);
  mine[3] = __fadd_rd(x, y);
  mine[4] = __fmul_rn(x, y);
  mine[5] = __fmul_rz(x, y);
  mine[6] = __fmul_ru(x, y);
  mine[7] = __fmul_rd(x, y);
  mine[8] = __fdiv_rn(x, y);
  mine[9] = __fdiv_rz(x, y);
  mine[10] = __fdiv_ru(x, y);
  mine[11] = __fdiv_rd(x, y);
  mine[12] = __fsqrt_rn(a);
  mine[13] = __fsqrt_rz(a);
  mine[14] = __fsqrt_ru(a);
  mine[15] = __fsqrt_rd(a);
}
