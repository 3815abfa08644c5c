#pragma once

// Uniform and normal numbers from the generators' bits (cuRAND documentation, "Distributions"): uniform ones in (0, 1]; normal
// ones in pairs by the method of Box and Muller (1958), the second of each pair kept for the next call.

/// The middles of 2^32 intervals of (0, 1); the largest round to 1.
WARPLENS_DEVICE float __warplens_uniform(unsigned bits) { return bits * 0x1p-32f + 0x1p-33f; }
/// The middles of 2^53 intervals of (0, 1): the second word gives the upper 32 bits; its lower 11 bits are xored with the first
/// word's upper ones.
WARPLENS_DEVICE double __warplens_uniform(unsigned first, unsigned second) {
  return (first ^ (unsigned long long)second << 21) * 0x1p-53 + 0x1p-54;
}

WARPLENS_DEVICE float2 __warplens_normal(unsigned first, unsigned second) {
  constexpr float circle = 6.2831855f * 0x1p-32f;
  const float size = sqrtf(-2.0f * logf(__warplens_uniform(first)));
  const float angle = second * circle + circle / 2;
  return make_float2(__sinf(angle) * size, __cosf(angle) * size);
}
WARPLENS_DEVICE double2 __warplens_normal(uint4 bits) {
  const double size = sqrt(-2.0 * log(__warplens_uniform(bits.x, bits.y)));
  double sine, cosine;
  sincospi(2.0 * __warplens_uniform(bits.z, bits.w), &sine, &cosine);
  return make_double2(sine * size, cosine * size);
}

// Flags in a state: the second number of a pair is kept, of this distribution.
enum { __warplens_extra_normal = 1, __warplens_extra_log_normal = 2 };

/// Four numbers one after the other.
WARPLENS_DEVICE uint4 __warplens_four(curandStateXORWOW* state) {
  const unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return make_uint4(x, y, z, w);
}
WARPLENS_DEVICE uint4 __warplens_four(curandStatePhilox4_32_10* state) { return curand4(state); }

WARPLENS_DEVICE double curand_uniform_double(curandStateXORWOW* state) {
  const unsigned first = curand(state);
  return __warplens_uniform(first, curand(state));
}
/// Uses only 32 bits, in steps of 2^-32 from 2^-32 to 1: cuRAND's choice for this generator.
WARPLENS_DEVICE double curand_uniform_double(curandStatePhilox4_32_10* state) { return curand(state) * 0x1p-32 + 0x1p-32; }

#define WARPLENS_DISTRIBUTIONS(state_type)                                                                               \
  WARPLENS_DEVICE float curand_uniform(state_type* state) { return __warplens_uniform(curand(state)); }                  \
  WARPLENS_DEVICE float2 curand_normal2(state_type* state) {                                                             \
    const unsigned first = curand(state);                                                                                \
    return __warplens_normal(first, curand(state));                                                                      \
  }                                                                                                                      \
  WARPLENS_DEVICE double2 curand_normal2_double(state_type* state) { return __warplens_normal(__warplens_four(state)); } \
  WARPLENS_DEVICE float curand_normal(state_type* state) {                                                               \
    if (state->boxmuller_flag == __warplens_extra_normal) {                                                              \
      state->boxmuller_flag = 0;                                                                                         \
      return state->boxmuller_extra;                                                                                     \
    }                                                                                                                    \
    const float2 pair = curand_normal2(state);                                                                           \
    state->boxmuller_flag = __warplens_extra_normal;                                                                     \
    state->boxmuller_extra = pair.y;                                                                                     \
    return pair.x;                                                                                                       \
  }                                                                                                                      \
  WARPLENS_DEVICE double curand_normal_double(state_type* state) {                                                       \
    if (state->boxmuller_flag_double == __warplens_extra_normal) {                                                       \
      state->boxmuller_flag_double = 0;                                                                                  \
      return state->boxmuller_extra_double;                                                                              \
    }                                                                                                                    \
    const double2 pair = curand_normal2_double(state);                                                                   \
    state->boxmuller_flag_double = __warplens_extra_normal;                                                              \
    state->boxmuller_extra_double = pair.y;                                                                              \
    return pair.x;                                                                                                       \
  }                                                                                                                      \
  WARPLENS_DEVICE float2 curand_log_normal2(state_type* state, float mean, float deviation) {                            \
    const float2 pair = curand_normal2(state);                                                                           \
    return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y));                                \
  }                                                                                                                      \
  WARPLENS_DEVICE double2 curand_log_normal2_double(state_type* state, double mean, double deviation) {                  \
    const double2 pair = curand_normal2_double(state);                                                                   \
    return make_double2(exp(mean + deviation * pair.x), exp(mean + deviation * pair.y));                                 \
  }                                                                                                                      \
  WARPLENS_DEVICE float curand_log_normal(state_type* state, float mean, float deviation) {                              \
    if (state->boxmuller_flag == __warplens_extra_log_normal) {                                                          \
      state->boxmuller_flag = 0;                                                                                         \
      return state->boxmuller_extra;                                                                                     \
    }                                                                                                                    \
    const float2 pair = curand_log_normal2(state, mean, deviation);                                                      \
    state->boxmuller_flag = __warplens_extra_log_normal;                                                                 \
    state->boxmuller_extra = pair.y;                                                                                     \
    return pair.x;                                                                                                       \
  }                                                                                                                      \
  WARPLENS_DEVICE double curand_log_normal_double(state_type* state, double mean, double deviation) {                    \
    if (state->boxmuller_flag_double == __warplens_extra_log_normal) {                                                   \
      state->boxmuller_flag_double = 0;                                                                                  \
      return state->boxmuller_extra_double;                                                                              \
    }                                                                                                                    \
    const double2 pair = curand_log_normal2_double(state, mean, deviation);                                              \
    state->boxmuller_flag_double = __warplens_extra_log_normal;                                                          \
    state->boxmuller_extra_double = pair.y;                                                                              \
    return pair.x;                                                                                                       \
  }
WARPLENS_DISTRIBUTIONS(curandStateXORWOW)
WARPLENS_DISTRIBUTIONS(curandStatePhilox4_32_10)
#undef WARPLENS_DISTRIBUTIONS

// Four numbers at once, by Philox.
WARPLENS_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return make_float4(__warplens_uniform(bits.x), __warplens_uniform(bits.y), __warplens_uniform(bits.z),
                     __warplens_uniform(bits.w));
}
WARPLENS_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return make_double2(__warplens_uniform(bits.x, bits.y), __warplens_uniform(bits.z, bits.w));
}
WARPLENS_DEVICE float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  const float2 a = __warplens_normal(bits.x, bits.y), b = __warplens_normal(bits.z, bits.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
WARPLENS_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
  const float4 normal = curand_normal4(state);
  return make_float4(expf(mean + deviation * normal.x), expf(mean + deviation * normal.y), expf(mean + deviation * normal.z),
                     expf(mean + deviation * normal.w));
}
