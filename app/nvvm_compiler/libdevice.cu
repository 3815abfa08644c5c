// The library of device functions that compilers of NVVM IR call by the names __nv_… (NVIDIA, "libdevice User's Guide"): our own
// functions under these names. The build makes libdevice.10.bc of it. Compiled with the prelude (ptx/compile/clang).

extern "C" {

#define WARPLENS_AS(result, nv_name, parameters, call) \
  __attribute__((device, nodebug)) result __nv_##nv_name parameters { return call; }

#define WARPLENS_BOTH_OF_ONE(name)               \
  WARPLENS_AS(double, name, (double x), name(x)) \
  WARPLENS_AS(float, name##f, (float x), name##f(x))
#define WARPLENS_BOTH_OF_TWO(name)                            \
  WARPLENS_AS(double, name, (double x, double y), name(x, y)) \
  WARPLENS_AS(float, name##f, (float x, float y), name##f(x, y))

WARPLENS_BOTH_OF_ONE(acos)
WARPLENS_BOTH_OF_ONE(acosh)
WARPLENS_BOTH_OF_ONE(asin)
WARPLENS_BOTH_OF_ONE(asinh)
WARPLENS_BOTH_OF_ONE(atan)
WARPLENS_BOTH_OF_ONE(atanh)
WARPLENS_BOTH_OF_ONE(cbrt)
WARPLENS_BOTH_OF_ONE(ceil)
WARPLENS_BOTH_OF_ONE(cos)
WARPLENS_BOTH_OF_ONE(cosh)
WARPLENS_BOTH_OF_ONE(cospi)
WARPLENS_BOTH_OF_ONE(cyl_bessel_i0)
WARPLENS_BOTH_OF_ONE(cyl_bessel_i1)
WARPLENS_BOTH_OF_ONE(erf)
WARPLENS_BOTH_OF_ONE(erfc)
WARPLENS_BOTH_OF_ONE(erfcinv)
WARPLENS_BOTH_OF_ONE(erfcx)
WARPLENS_BOTH_OF_ONE(erfinv)
WARPLENS_BOTH_OF_ONE(exp)
WARPLENS_BOTH_OF_ONE(exp10)
WARPLENS_BOTH_OF_ONE(exp2)
WARPLENS_BOTH_OF_ONE(expm1)
WARPLENS_BOTH_OF_ONE(fabs)
WARPLENS_BOTH_OF_ONE(floor)
WARPLENS_BOTH_OF_ONE(j0)
WARPLENS_BOTH_OF_ONE(j1)
WARPLENS_BOTH_OF_ONE(lgamma)
WARPLENS_BOTH_OF_ONE(log)
WARPLENS_BOTH_OF_ONE(log10)
WARPLENS_BOTH_OF_ONE(log1p)
WARPLENS_BOTH_OF_ONE(log2)
WARPLENS_BOTH_OF_ONE(logb)
WARPLENS_BOTH_OF_ONE(nearbyint)
WARPLENS_BOTH_OF_ONE(normcdf)
WARPLENS_BOTH_OF_ONE(normcdfinv)
WARPLENS_BOTH_OF_ONE(rcbrt)
WARPLENS_BOTH_OF_ONE(rint)
WARPLENS_BOTH_OF_ONE(round)
WARPLENS_BOTH_OF_ONE(rsqrt)
WARPLENS_BOTH_OF_ONE(sin)
WARPLENS_BOTH_OF_ONE(sinh)
WARPLENS_BOTH_OF_ONE(sinpi)
WARPLENS_BOTH_OF_ONE(tan)
WARPLENS_BOTH_OF_ONE(tanh)
WARPLENS_BOTH_OF_ONE(tgamma)
WARPLENS_BOTH_OF_ONE(trunc)
WARPLENS_BOTH_OF_ONE(y0)
WARPLENS_BOTH_OF_ONE(y1)
WARPLENS_BOTH_OF_TWO(atan2)
WARPLENS_BOTH_OF_TWO(copysign)
WARPLENS_BOTH_OF_TWO(fdim)
WARPLENS_BOTH_OF_TWO(fmax)
WARPLENS_BOTH_OF_TWO(fmin)
WARPLENS_BOTH_OF_TWO(fmod)
WARPLENS_BOTH_OF_TWO(hypot)
WARPLENS_BOTH_OF_TWO(nextafter)
WARPLENS_BOTH_OF_TWO(pow)
WARPLENS_BOTH_OF_TWO(remainder)
WARPLENS_BOTH_OF_TWO(rhypot)
WARPLENS_BOTH_OF_ONE(sqrt)
/// Not one of NVIDIA's: takes the place of sqrtf where -prec-sqrt=0 is asked for.
WARPLENS_AS(float, approximate_sqrtf, (float x), __nvvm_sqrt_approx_f(x))
WARPLENS_AS(double, fma, (double x, double y, double z), fma(x, y, z))
WARPLENS_AS(float, fmaf, (float x, float y, float z), fmaf(x, y, z))
WARPLENS_AS(double, frexp, (double x, int* e), frexp(x, e))
WARPLENS_AS(float, frexpf, (float x, int* e), frexpf(x, e))
WARPLENS_AS(double, modf, (double x, double* whole), modf(x, whole))
WARPLENS_AS(float, modff, (float x, float* whole), modff(x, whole))
WARPLENS_AS(double, remquo, (double x, double y, int* quotient), remquo(x, y, quotient))
WARPLENS_AS(float, remquof, (float x, float y, int* quotient), remquof(x, y, quotient))
WARPLENS_AS(void, sincos, (double x, double* sine, double* cosine), sincos(x, sine, cosine))
WARPLENS_AS(void, sincosf, (float x, float* sine, float* cosine), sincosf(x, sine, cosine))
WARPLENS_AS(void, sincospi, (double x, double* sine, double* cosine), sincospi(x, sine, cosine))
WARPLENS_AS(void, sincospif, (float x, float* sine, float* cosine), sincospif(x, sine, cosine))
WARPLENS_AS(double, nan, (const char* tag), nan(tag))
WARPLENS_AS(float, nanf, (const char* tag), nanf(tag))

// --- by a whole number ---

/// x^n by repeated squares.
#define WARPLENS_POWER(nv_name, type)                                                             \
  __attribute__((device, nodebug)) type __nv_##nv_name(type x, int n) {                           \
    type power = 1;                                                                               \
    for (unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n; left != 0; left >>= 1, x *= x) { \
      if (left & 1) power *= x;                                                                   \
    }                                                                                             \
    return n < 0 ? 1 / power : power;                                                             \
  }
WARPLENS_POWER(powi, double)
WARPLENS_POWER(powif, float)
WARPLENS_AS(double, ldexp, (double x, int n), ldexp(x, n))
WARPLENS_AS(float, ldexpf, (float x, int n), ldexpf(x, n))
WARPLENS_AS(double, scalbn, (double x, int n), scalbn(x, n))
WARPLENS_AS(float, scalbnf, (float x, int n), scalbnf(x, n))
WARPLENS_AS(double, jn, (int n, double x), jn(n, x))
WARPLENS_AS(float, jnf, (int n, float x), jnf(n, x))
WARPLENS_AS(double, yn, (int n, double x), yn(n, x))
WARPLENS_AS(float, ynf, (int n, float x), ynf(n, x))

// --- lengths ---

WARPLENS_AS(double, norm, (int n, const double* p), norm(n, p))
WARPLENS_AS(float, normf, (int n, const float* p), normf(n, p))
WARPLENS_AS(double, rnorm, (int n, const double* p), rnorm(n, p))
WARPLENS_AS(float, rnormf, (int n, const float* p), rnormf(n, p))
WARPLENS_AS(double, norm3d, (double x, double y, double z), norm3d(x, y, z))
WARPLENS_AS(float, norm3df, (float x, float y, float z), norm3df(x, y, z))
WARPLENS_AS(double, rnorm3d, (double x, double y, double z), rnorm3d(x, y, z))
WARPLENS_AS(float, rnorm3df, (float x, float y, float z), rnorm3df(x, y, z))
WARPLENS_AS(double, norm4d, (double x, double y, double z, double w), norm4d(x, y, z, w))
WARPLENS_AS(float, norm4df, (float x, float y, float z, float w), norm4df(x, y, z, w))
WARPLENS_AS(double, rnorm4d, (double x, double y, double z, double w), rnorm4d(x, y, z, w))
WARPLENS_AS(float, rnorm4df, (float x, float y, float z, float w), rnorm4df(x, y, z, w))

// --- approximate ---

WARPLENS_AS(float, fast_cosf, (float x), __cosf(x))
WARPLENS_AS(float, fast_exp10f, (float x), __exp10f(x))
WARPLENS_AS(float, fast_expf, (float x), __expf(x))
WARPLENS_AS(float, fast_fdividef, (float x, float y), __fdividef(x, y))
WARPLENS_AS(float, fast_log10f, (float x), __log10f(x))
WARPLENS_AS(float, fast_log2f, (float x), __log2f(x))
WARPLENS_AS(float, fast_logf, (float x), __logf(x))
WARPLENS_AS(float, fast_powf, (float x, float y), __powf(x, y))
WARPLENS_AS(float, fast_sinf, (float x), __sinf(x))
WARPLENS_AS(void, fast_sincosf, (float x, float* sine, float* cosine), __sincosf(x, sine, cosine))
WARPLENS_AS(float, fast_tanf, (float x), __tanf(x))
WARPLENS_AS(float, fast_tanhf, (float x), tanhf(x))
WARPLENS_AS(float, saturatef, (float x), __saturatef(x))
/// The upper half of 1 / x, the lower is 0.
WARPLENS_AS(double, rcp64h, (double x), __hiloint2double(__double2hiint(1.0 / x), 0))

// --- with the rounding in their name ---

#define WARPLENS_ROUNDED(way)                                                             \
  WARPLENS_AS(float, fadd_##way, (float x, float y), __fadd_##way(x, y))                  \
  WARPLENS_AS(float, fsub_##way, (float x, float y), __fsub_##way(x, y))                  \
  WARPLENS_AS(float, fmul_##way, (float x, float y), __fmul_##way(x, y))                  \
  WARPLENS_AS(float, fdiv_##way, (float x, float y), __fdiv_##way(x, y))                  \
  WARPLENS_AS(float, frcp_##way, (float x), __frcp_##way(x))                              \
  WARPLENS_AS(float, fsqrt_##way, (float x), __fsqrt_##way(x))                            \
  WARPLENS_AS(float, fmaf_##way, (float x, float y, float z), __fmaf_##way(x, y, z))      \
  WARPLENS_AS(float, fmaf_ieee_##way, (float x, float y, float z), __fmaf_##way(x, y, z)) \
  WARPLENS_AS(double, dadd_##way, (double x, double y), __dadd_##way(x, y))               \
  WARPLENS_AS(double, dsub_##way, (double x, double y), __dsub_##way(x, y))               \
  WARPLENS_AS(double, dmul_##way, (double x, double y), __dmul_##way(x, y))               \
  WARPLENS_AS(double, ddiv_##way, (double x, double y), __ddiv_##way(x, y))               \
  WARPLENS_AS(double, drcp_##way, (double x), __drcp_##way(x))                            \
  WARPLENS_AS(double, dsqrt_##way, (double x), __dsqrt_##way(x))                          \
  WARPLENS_AS(double, fma_##way, (double x, double y, double z), __fma_##way(x, y, z))    \
  WARPLENS_AS(int, float2int_##way, (float x), __float2int_##way(x))                      \
  WARPLENS_AS(unsigned, float2uint_##way, (float x), __float2uint_##way(x))               \
  WARPLENS_AS(long long, float2ll_##way, (float x), __float2ll_##way(x))                  \
  WARPLENS_AS(unsigned long long, float2ull_##way, (float x), __float2ull_##way(x))       \
  WARPLENS_AS(int, double2int_##way, (double x), __double2int_##way(x))                   \
  WARPLENS_AS(unsigned, double2uint_##way, (double x), __double2uint_##way(x))            \
  WARPLENS_AS(long long, double2ll_##way, (double x), __double2ll_##way(x))               \
  WARPLENS_AS(unsigned long long, double2ull_##way, (double x), __double2ull_##way(x))    \
  WARPLENS_AS(float, int2float_##way, (int x), __int2float_##way(x))                      \
  WARPLENS_AS(float, uint2float_##way, (unsigned x), __uint2float_##way(x))               \
  WARPLENS_AS(float, ll2float_##way, (long long x), __ll2float_##way(x))                  \
  WARPLENS_AS(float, ull2float_##way, (unsigned long long x), __ull2float_##way(x))       \
  WARPLENS_AS(double, ll2double_##way, (long long x), __ll2double_##way(x))               \
  WARPLENS_AS(double, ull2double_##way, (unsigned long long x), __ull2double_##way(x))    \
  WARPLENS_AS(float, double2float_##way, (double x), __double2float_##way(x))
WARPLENS_ROUNDED(rn)
WARPLENS_ROUNDED(rz)
WARPLENS_ROUNDED(ru)
WARPLENS_ROUNDED(rd)
WARPLENS_AS(float, frsqrt_rn, (float x), __frsqrt_rn(x))
WARPLENS_AS(double, int2double_rn, (int x), __int2double_rn(x))
WARPLENS_AS(double, uint2double_rn, (unsigned x), __uint2double_rn(x))
WARPLENS_AS(long long, llrint, (double x), llrint(x))
WARPLENS_AS(long long, llrintf, (float x), llrintf(x))
WARPLENS_AS(long long, llround, (double x), llround(x))
WARPLENS_AS(long long, llroundf, (float x), llroundf(x))

// --- bits ---

WARPLENS_AS(int, isfinited, (double x), isfinite(x))
WARPLENS_AS(int, finitef, (float x), isfinite(x))
WARPLENS_AS(int, isinfd, (double x), isinf(x))
WARPLENS_AS(int, isinff, (float x), isinf(x))
WARPLENS_AS(int, isnand, (double x), isnan(x))
WARPLENS_AS(int, isnanf, (float x), isnan(x))
WARPLENS_AS(int, signbitd, (double x), signbit(x))
WARPLENS_AS(int, signbitf, (float x), signbit(x))
WARPLENS_AS(int, ilogb, (double x), ilogb(x))
WARPLENS_AS(int, ilogbf, (float x), ilogbf(x))
WARPLENS_AS(int, float_as_int, (float x), __float_as_int(x))
WARPLENS_AS(unsigned, float_as_uint, (float x), __float_as_uint(x))
WARPLENS_AS(float, int_as_float, (int x), __int_as_float(x))
WARPLENS_AS(float, uint_as_float, (unsigned x), __uint_as_float(x))
WARPLENS_AS(long long, double_as_longlong, (double x), __double_as_longlong(x))
WARPLENS_AS(double, longlong_as_double, (long long x), __longlong_as_double(x))
WARPLENS_AS(int, double2hiint, (double x), __double2hiint(x))
WARPLENS_AS(int, double2loint, (double x), __double2loint(x))
WARPLENS_AS(double, hiloint2double, (int high, int low), __hiloint2double(high, low))
WARPLENS_AS(float, half2float, (unsigned short half), (float)__builtin_bit_cast(__fp16, half))
WARPLENS_AS(unsigned short, float2half_rn, (float x), __builtin_bit_cast(unsigned short, (__fp16)x))

// --- integers ---

WARPLENS_AS(int, abs, (int x), abs(x))
WARPLENS_AS(long long, llabs, (long long x), llabs(x))
WARPLENS_AS(int, min, (int x, int y), min(x, y))
WARPLENS_AS(int, max, (int x, int y), max(x, y))
WARPLENS_AS(unsigned, umin, (unsigned x, unsigned y), min(x, y))
WARPLENS_AS(unsigned, umax, (unsigned x, unsigned y), max(x, y))
WARPLENS_AS(long long, llmin, (long long x, long long y), min(x, y))
WARPLENS_AS(long long, llmax, (long long x, long long y), max(x, y))
WARPLENS_AS(unsigned long long, ullmin, (unsigned long long x, unsigned long long y), min(x, y))
WARPLENS_AS(unsigned long long, ullmax, (unsigned long long x, unsigned long long y), max(x, y))
WARPLENS_AS(int, hadd, (int x, int y), __hadd(x, y))
WARPLENS_AS(int, rhadd, (int x, int y), __rhadd(x, y))
WARPLENS_AS(unsigned, uhadd, (unsigned x, unsigned y), __uhadd(x, y))
WARPLENS_AS(unsigned, urhadd, (unsigned x, unsigned y), __urhadd(x, y))
WARPLENS_AS(int, mul24, (int x, int y), __mul24(x, y))
WARPLENS_AS(unsigned, umul24, (unsigned x, unsigned y), __umul24(x, y))
WARPLENS_AS(int, mulhi, (int x, int y), __mulhi(x, y))
WARPLENS_AS(unsigned, umulhi, (unsigned x, unsigned y), __umulhi(x, y))
WARPLENS_AS(long long, mul64hi, (long long x, long long y), __mul64hi(x, y))
WARPLENS_AS(unsigned long long, umul64hi, (unsigned long long x, unsigned long long y), __umul64hi(x, y))
WARPLENS_AS(unsigned, byte_perm, (unsigned x, unsigned y, unsigned z), __byte_perm(x, y, z))
WARPLENS_AS(unsigned, sad, (int x, int y, unsigned z), __sad(x, y, z))
WARPLENS_AS(unsigned, usad, (unsigned x, unsigned y, unsigned z), __usad(x, y, z))
WARPLENS_AS(unsigned, brev, (unsigned x), __brev(x))
WARPLENS_AS(unsigned long long, brevll, (unsigned long long x), __brevll(x))
WARPLENS_AS(int, clz, (int x), __clz(x))
WARPLENS_AS(int, clzll, (long long x), __clzll(x))
WARPLENS_AS(int, ffs, (int x), __ffs(x))
WARPLENS_AS(int, ffsll, (long long x), __ffsll(x))
WARPLENS_AS(int, popc, (unsigned x), __popc(x))
WARPLENS_AS(int, popcll, (unsigned long long x), __popcll(x))
}
