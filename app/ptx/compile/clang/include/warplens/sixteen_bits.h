// Common functions of cuda_fp16.h and cuda_bf16.h, made from their conversions, __hadd, __hsub, __hmul, __hfma, __hneg and
// __habs. Included once for each type: WARPLENS_SCALAR and WARPLENS_PAIR are its names, WARPLENS_NAME(before, after) puts its
// word into a function's name, WARPLENS_BITS makes a number from bits, and WARPLENS_ONE_BITS are the bits of 1. Computes in
// float and rounds the result to 16 bits. Rounding twice gives the same as rounding once for sums, products, quotients and square
// roots, since float has 24 binary digits, at least 2 · 11 + 2 (Figueroa 1995, "When is double rounding innocuous?").

// --- integers, from every rounding ---

#define WARPLENS_TO(suffix)                                                                                                  \
  WARPLENS_DEVICE int WARPLENS_NAME(__, 2int_##suffix)(WARPLENS_SCALAR x) { return __float2int_##suffix(x); }                \
  WARPLENS_DEVICE unsigned WARPLENS_NAME(__, 2uint_##suffix)(WARPLENS_SCALAR x) { return __float2uint_##suffix(x); }         \
  WARPLENS_DEVICE long long WARPLENS_NAME(__, 2ll_##suffix)(WARPLENS_SCALAR x) { return __float2ll_##suffix(x); }            \
  WARPLENS_DEVICE unsigned long long WARPLENS_NAME(__, 2ull_##suffix)(WARPLENS_SCALAR x) { return __float2ull_##suffix(x); } \
  WARPLENS_DEVICE short WARPLENS_NAME(__, 2short_##suffix)(WARPLENS_SCALAR x) {                                              \
    return (short)max(-32768, min(32767, __float2int_##suffix(x)));                                                          \
  }                                                                                                                          \
  WARPLENS_DEVICE unsigned short WARPLENS_NAME(__, 2ushort_##suffix)(WARPLENS_SCALAR x) {                                    \
    return (unsigned short)min(65535u, __float2uint_##suffix(x));                                                            \
  }
WARPLENS_TO(rn)
WARPLENS_TO(rz)
WARPLENS_TO(ru)
WARPLENS_TO(rd)
#undef WARPLENS_TO

// --- one number ---

WARPLENS_DEVICE WARPLENS_SCALAR __hadd_rn(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __hadd(a, b); }
WARPLENS_DEVICE WARPLENS_SCALAR __hsub_rn(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __hsub(a, b); }
WARPLENS_DEVICE WARPLENS_SCALAR __hmul_rn(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __hmul(a, b); }
WARPLENS_DEVICE WARPLENS_SCALAR __hdiv(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __fdiv_rn((float)a, (float)b); }
/// Clamp to [0, 1]; NaN becomes 0.
WARPLENS_DEVICE WARPLENS_SCALAR __warplens_saturated(WARPLENS_SCALAR x) { return __saturatef(x); }
WARPLENS_DEVICE WARPLENS_SCALAR __hadd_sat(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __warplens_saturated(__hadd(a, b)); }
WARPLENS_DEVICE WARPLENS_SCALAR __hsub_sat(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __warplens_saturated(__hsub(a, b)); }
WARPLENS_DEVICE WARPLENS_SCALAR __hmul_sat(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return __warplens_saturated(__hmul(a, b)); }
WARPLENS_DEVICE WARPLENS_SCALAR __hfma_sat(WARPLENS_SCALAR a, WARPLENS_SCALAR b, WARPLENS_SCALAR c) {
  return __warplens_saturated(__hfma(a, b, c));
}
WARPLENS_DEVICE bool __hisnan(WARPLENS_SCALAR x) { return isnan((float)x); }
WARPLENS_DEVICE int __hisinf(WARPLENS_SCALAR x) { return isinf((float)x) ? (signbit((float)x) ? -1 : 1) : 0; }
WARPLENS_DEVICE WARPLENS_SCALAR __hmax(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return fmaxf(a, b); }
WARPLENS_DEVICE WARPLENS_SCALAR __hmin(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return fminf(a, b); }
WARPLENS_DEVICE WARPLENS_SCALAR __hmax_nan(WARPLENS_SCALAR a, WARPLENS_SCALAR b) {
  return __hisnan(a) || __hisnan(b) ? WARPLENS_SCALAR(__builtin_nanf("")) : __hmax(a, b);
}
WARPLENS_DEVICE WARPLENS_SCALAR __hmin_nan(WARPLENS_SCALAR a, WARPLENS_SCALAR b) {
  return __hisnan(a) || __hisnan(b) ? WARPLENS_SCALAR(__builtin_nanf("")) : __hmin(a, b);
}
/// Fused multiply-add; negative results become 0.
WARPLENS_DEVICE WARPLENS_SCALAR __hfma_relu(WARPLENS_SCALAR a, WARPLENS_SCALAR b, WARPLENS_SCALAR c) {
  return __hmax_nan(__hfma(a, b, c), WARPLENS_BITS(0));
}

// --- both numbers of a pair ---

WARPLENS_BOTH WARPLENS_PAIR WARPLENS_NAME(__halves2, 2)(WARPLENS_SCALAR low, WARPLENS_SCALAR high) { return {low, high}; }
WARPLENS_BOTH WARPLENS_PAIR WARPLENS_NAME(make_, 2)(WARPLENS_SCALAR low, WARPLENS_SCALAR high) { return {low, high}; }
WARPLENS_BOTH WARPLENS_SCALAR WARPLENS_NAME(__low2, )(WARPLENS_PAIR pair) { return pair.x; }
WARPLENS_BOTH WARPLENS_SCALAR WARPLENS_NAME(__high2, )(WARPLENS_PAIR pair) { return pair.y; }
WARPLENS_BOTH float __low2float(WARPLENS_PAIR pair) { return pair.x; }
WARPLENS_BOTH float __high2float(WARPLENS_PAIR pair) { return pair.y; }
WARPLENS_DEVICE WARPLENS_PAIR WARPLENS_NAME(__low2, 2)(WARPLENS_PAIR pair) { return {pair.x, pair.x}; }
WARPLENS_DEVICE WARPLENS_PAIR WARPLENS_NAME(__high2, 2)(WARPLENS_PAIR pair) { return {pair.y, pair.y}; }
WARPLENS_DEVICE WARPLENS_PAIR WARPLENS_NAME(__lows2, 2)(WARPLENS_PAIR a, WARPLENS_PAIR b) { return {a.x, b.x}; }
WARPLENS_DEVICE WARPLENS_PAIR WARPLENS_NAME(__highs2, 2)(WARPLENS_PAIR a, WARPLENS_PAIR b) { return {a.y, b.y}; }
WARPLENS_DEVICE WARPLENS_PAIR __lowhigh2highlow(WARPLENS_PAIR pair) { return {pair.y, pair.x}; }

WARPLENS_DEVICE WARPLENS_PAIR __hadd2_rn(WARPLENS_PAIR a, WARPLENS_PAIR b) { return __hadd2(a, b); }
WARPLENS_DEVICE WARPLENS_PAIR __hsub2_rn(WARPLENS_PAIR a, WARPLENS_PAIR b) { return __hsub2(a, b); }
WARPLENS_DEVICE WARPLENS_PAIR __hmul2_rn(WARPLENS_PAIR a, WARPLENS_PAIR b) { return __hmul2(a, b); }
WARPLENS_DEVICE WARPLENS_PAIR __h2div(WARPLENS_PAIR a, WARPLENS_PAIR b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
WARPLENS_DEVICE WARPLENS_PAIR __hneg2(WARPLENS_PAIR pair) { return {__hneg(pair.x), __hneg(pair.y)}; }
WARPLENS_DEVICE WARPLENS_PAIR __habs2(WARPLENS_PAIR pair) { return {__habs(pair.x), __habs(pair.y)}; }
#define WARPLENS_PAIR_OF_TWO(function, scalar) \
  WARPLENS_DEVICE WARPLENS_PAIR function(WARPLENS_PAIR a, WARPLENS_PAIR b) { return {scalar(a.x, b.x), scalar(a.y, b.y)}; }
WARPLENS_PAIR_OF_TWO(__hadd2_sat, __hadd_sat)
WARPLENS_PAIR_OF_TWO(__hsub2_sat, __hsub_sat)
WARPLENS_PAIR_OF_TWO(__hmul2_sat, __hmul_sat)
WARPLENS_PAIR_OF_TWO(__hmax2, __hmax)
WARPLENS_PAIR_OF_TWO(__hmin2, __hmin)
WARPLENS_PAIR_OF_TWO(__hmax2_nan, __hmax_nan)
WARPLENS_PAIR_OF_TWO(__hmin2_nan, __hmin_nan)
#undef WARPLENS_PAIR_OF_TWO
WARPLENS_DEVICE WARPLENS_PAIR __hfma2_sat(WARPLENS_PAIR a, WARPLENS_PAIR b, WARPLENS_PAIR c) {
  return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
WARPLENS_DEVICE WARPLENS_PAIR __hfma2_relu(WARPLENS_PAIR a, WARPLENS_PAIR b, WARPLENS_PAIR c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}

// --- comparisons: false with NaN; true in the forms with u. For pairs: 1 or 0 in each half, whether both hold, or all bits of
// each half. ---

#define WARPLENS_COMPARISON(name, ordered, unordered)                                           \
  WARPLENS_DEVICE bool __h##name(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return ordered; }      \
  WARPLENS_DEVICE bool __h##name##u(WARPLENS_SCALAR a, WARPLENS_SCALAR b) { return unordered; } \
  WARPLENS_COMPARISON_OF_PAIRS(name)                                                            \
  WARPLENS_COMPARISON_OF_PAIRS(name##u)
#define WARPLENS_COMPARISON_OF_PAIRS(name)                                                                                    \
  WARPLENS_DEVICE WARPLENS_PAIR __h##name##2(WARPLENS_PAIR a, WARPLENS_PAIR b) {                                              \
    return {WARPLENS_BITS(__h##name(a.x, b.x) ? WARPLENS_ONE_BITS : 0),                                                       \
            WARPLENS_BITS(__h##name(a.y, b.y) ? WARPLENS_ONE_BITS : 0)};                                                      \
  }                                                                                                                           \
  WARPLENS_DEVICE bool __hb##name##2(WARPLENS_PAIR a, WARPLENS_PAIR b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
  WARPLENS_DEVICE unsigned __h##name##2_mask(WARPLENS_PAIR a, WARPLENS_PAIR b) {                                              \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                                   \
  }
WARPLENS_COMPARISON(eq, (float)a == (float)b, !((float)a < (float)b || (float)a > (float)b))
WARPLENS_COMPARISON(ne, (float)a<(float)b || (float)a>(float) b, (float)a != (float)b)
WARPLENS_COMPARISON(lt, (float)a < (float)b, !((float)a >= (float)b))
WARPLENS_COMPARISON(le, (float)a <= (float)b, !((float)a > (float)b))
WARPLENS_COMPARISON(gt, (float)a > (float)b, !((float)a <= (float)b))
WARPLENS_COMPARISON(ge, (float)a >= (float)b, !((float)a < (float)b))
#undef WARPLENS_COMPARISON
#undef WARPLENS_COMPARISON_OF_PAIRS

// --- operators ---

#define WARPLENS_OPERATOR(symbol, scalar, pair)                                                                                  \
  WARPLENS_DEVICE WARPLENS_SCALAR operator symbol(const WARPLENS_SCALAR& a, const WARPLENS_SCALAR& b) { return scalar(a, b); }   \
  WARPLENS_DEVICE WARPLENS_PAIR operator symbol(const WARPLENS_PAIR& a, const WARPLENS_PAIR& b) { return pair(a, b); }           \
  WARPLENS_DEVICE WARPLENS_SCALAR& operator symbol##=(WARPLENS_SCALAR& a, const WARPLENS_SCALAR& b) { return a = scalar(a, b); } \
  WARPLENS_DEVICE WARPLENS_PAIR& operator symbol##=(WARPLENS_PAIR& a, const WARPLENS_PAIR& b) { return a = pair(a, b); }
WARPLENS_OPERATOR(+, __hadd, __hadd2)
WARPLENS_OPERATOR(-, __hsub, __hsub2)
WARPLENS_OPERATOR(*, __hmul, __hmul2)
WARPLENS_OPERATOR(/, __hdiv, __h2div)
#undef WARPLENS_OPERATOR
#define WARPLENS_OPERATOR(symbol)                                                                     \
  WARPLENS_HOST WARPLENS_SCALAR operator symbol(const WARPLENS_SCALAR& a, const WARPLENS_SCALAR& b) { \
    return WARPLENS_SCALAR((float)a symbol(float) b);                                                 \
  }                                                                                                   \
  WARPLENS_HOST WARPLENS_SCALAR& operator symbol##=(WARPLENS_SCALAR& a, const WARPLENS_SCALAR& b) { return a = a symbol b; }
WARPLENS_OPERATOR(+)
WARPLENS_OPERATOR(-)
WARPLENS_OPERATOR(*)
WARPLENS_OPERATOR(/)
#undef WARPLENS_OPERATOR
WARPLENS_DEVICE WARPLENS_SCALAR operator+(const WARPLENS_SCALAR& x) { return x; }
WARPLENS_DEVICE WARPLENS_SCALAR operator-(const WARPLENS_SCALAR& x) { return __hneg(x); }
WARPLENS_DEVICE WARPLENS_PAIR operator+(const WARPLENS_PAIR& pair) { return pair; }
WARPLENS_DEVICE WARPLENS_PAIR operator-(const WARPLENS_PAIR& pair) { return __hneg2(pair); }
WARPLENS_DEVICE WARPLENS_SCALAR& operator++(WARPLENS_SCALAR& x) { return x += WARPLENS_BITS(WARPLENS_ONE_BITS); }
WARPLENS_DEVICE WARPLENS_SCALAR& operator--(WARPLENS_SCALAR& x) { return x -= WARPLENS_BITS(WARPLENS_ONE_BITS); }
WARPLENS_DEVICE WARPLENS_SCALAR operator++(WARPLENS_SCALAR& x, int) {
  const WARPLENS_SCALAR before = x;
  ++x;
  return before;
}
WARPLENS_DEVICE WARPLENS_SCALAR operator--(WARPLENS_SCALAR& x, int) {
  const WARPLENS_SCALAR before = x;
  --x;
  return before;
}
#define WARPLENS_OPERATOR(symbol, scalar, pair)                                                                     \
  WARPLENS_DEVICE bool operator symbol(const WARPLENS_SCALAR& a, const WARPLENS_SCALAR& b) { return scalar(a, b); } \
  WARPLENS_DEVICE bool operator symbol(const WARPLENS_PAIR& a, const WARPLENS_PAIR& b) { return pair(a, b); }
WARPLENS_OPERATOR(==, __heq, __hbeq2)
WARPLENS_OPERATOR(!=, __hneu, __hbneu2)
WARPLENS_OPERATOR(<, __hlt, __hblt2)
WARPLENS_OPERATOR(<=, __hle, __hble2)
WARPLENS_OPERATOR(>, __hgt, __hbgt2)
WARPLENS_OPERATOR(>=, __hge, __hbge2)
#undef WARPLENS_OPERATOR

// --- functions ---

#define WARPLENS_FUNCTION(name, through)                                         \
  WARPLENS_DEVICE WARPLENS_SCALAR h##name(WARPLENS_SCALAR x) { return through; } \
  WARPLENS_DEVICE WARPLENS_PAIR h2##name(WARPLENS_PAIR pair) { return {h##name(pair.x), h##name(pair.y)}; }
WARPLENS_FUNCTION(floor, floorf(x))
WARPLENS_FUNCTION(ceil, ceilf(x))
WARPLENS_FUNCTION(trunc, truncf(x))
WARPLENS_FUNCTION(rint, rintf(x))
WARPLENS_FUNCTION(sqrt, sqrtf(x))
WARPLENS_FUNCTION(rsqrt, (float)(1.0 / sqrt((double)(float)x)))
WARPLENS_FUNCTION(rcp, __frcp_rn(x))
WARPLENS_FUNCTION(exp, expf(x))
WARPLENS_FUNCTION(exp2, (float)exp2((double)(float)x))
WARPLENS_FUNCTION(exp10, exp10f(x))
WARPLENS_FUNCTION(log, logf(x))
WARPLENS_FUNCTION(log2, log2f(x))
WARPLENS_FUNCTION(log10, log10f(x))
WARPLENS_FUNCTION(sin, sinf(x))
WARPLENS_FUNCTION(cos, cosf(x))
WARPLENS_FUNCTION(tanh, tanhf(x))
#undef WARPLENS_FUNCTION

// --- lanes of a warp, and memory ---

#define WARPLENS_SHUFFLE(function, lane_type)                                                                  \
  WARPLENS_DEVICE WARPLENS_SCALAR function(unsigned mask, WARPLENS_SCALAR x, lane_type lane, int width = 32) { \
    return WARPLENS_BITS(function(mask, (unsigned)x.__x, lane, width));                                        \
  }                                                                                                            \
  WARPLENS_DEVICE WARPLENS_PAIR function(unsigned mask, WARPLENS_PAIR pair, lane_type lane, int width = 32) {  \
    return __builtin_bit_cast(WARPLENS_PAIR, function(mask, __builtin_bit_cast(unsigned, pair), lane, width)); \
  }
WARPLENS_SHUFFLE(__shfl_sync, int)
WARPLENS_SHUFFLE(__shfl_up_sync, unsigned)
WARPLENS_SHUFFLE(__shfl_down_sync, unsigned)
WARPLENS_SHUFFLE(__shfl_xor_sync, int)
#undef WARPLENS_SHUFFLE

#undef WARPLENS_SCALAR
#undef WARPLENS_PAIR
#undef WARPLENS_NAME
#undef WARPLENS_BITS
#undef WARPLENS_ONE_BITS
