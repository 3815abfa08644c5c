#pragma once

// XORWOW: five 32-bit words that are shifted and xored, plus a counter (Marsaglia 2003, "Xorshift RNGs", section 3.1). As in
// cuRAND, a seed changes Marsaglia's first words, and subsequences are 2^67 numbers apart (its documentation, "Bit Generation
// with XORWOW and MRG32k3a generators").

#include "jumps.h"

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;  ///< which distribution has an unused second number
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/// One step of the five words, without the counter.
WARPLENS_DEVICE void __warplens_xorwow_step(unsigned (&v)[5]) {
  const unsigned t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

/// Advance the words by jump k of the table: applies the polynomial x^(2^k) mod P, with one step for x.
WARPLENS_DEVICE void __warplens_xorwow_jump(unsigned (&v)[5], int k) {
  unsigned sum[5] = {0, 0, 0, 0, 0};
#pragma unroll 1
  for (int i = 0; i < 160; ++i) {
    if (__warplens_jumps.words[k][i / 32] >> (i % 32) & 1) {
      for (int w = 0; w < 5; ++w) sum[w] ^= v[w];
    }
    __warplens_xorwow_step(v);
  }
  for (int w = 0; w < 5; ++w) v[w] = sum[w];
}

/// Advance the words by n · 2^first steps.
WARPLENS_DEVICE void __warplens_xorwow_skip(unsigned (&v)[5], unsigned long long n, int first) {
#pragma unroll 1
  for (int k = first; n != 0; ++k, n >>= 1) {
    if (n & 1) __warplens_xorwow_jump(v, k);
  }
}

/// Skip n numbers of the sequence.
WARPLENS_DEVICE void skipahead(unsigned long long n, curandStateXORWOW* state) {
  __warplens_xorwow_skip(state->v, n, 0);
  state->d += 362437u * (unsigned)n;
}
/// Skip n subsequences of 2^67 numbers; the counter is periodic, and stays the same.
WARPLENS_DEVICE void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  __warplens_xorwow_skip(state->v, n, 67 - __warplens_jumps_left_out);
}

WARPLENS_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                 curandStateXORWOW* state) {
  const unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
  const unsigned high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

/// Get 32 random bits.
WARPLENS_DEVICE unsigned curand(curandStateXORWOW* state) {
  __warplens_xorwow_step(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}
