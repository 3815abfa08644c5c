#pragma once

// Philox4x32-10: ten rounds of two multiplications turn a 128-bit counter and a 64-bit key into four random words (Salmon,
// Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3", section 3.3). The key is the seed, the counter's upper
// half the subsequence, its lower half the offset in fours (cuRAND documentation, "Bit Generation with Philox_4x32_10
// generator").

struct curandStatePhilox4_32_10 {
  uint4 ctr;     ///< the counter of `output`
  uint4 output;  ///< four numbers; the first STATE of them have been used
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;  ///< which distribution has an unused second number
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

WARPLENS_DEVICE uint4 curand_Philox4x32_10(uint4 counter, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xd2511f53ull * counter.x, b = 0xcd9e8d57ull * counter.z;
    counter =
        make_uint4((unsigned)(b >> 32) ^ counter.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ counter.w ^ key.y, (unsigned)a);
    // Weyl sequences of the golden ratio and of √3 - 1.
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return counter;
}

/// Advance the counter by n, and compute its output.
WARPLENS_DEVICE void __warplens_philox_move(curandStatePhilox4_32_10* state, unsigned long long n) {
  unsigned __int128 counter = (unsigned __int128)((unsigned long long)state->ctr.w << 32 | state->ctr.z) << 64 |
                              ((unsigned long long)state->ctr.y << 32 | state->ctr.x);
  counter += n;
  state->ctr = make_uint4((unsigned)counter, (unsigned)(counter >> 32), (unsigned)(counter >> 64), (unsigned)(counter >> 96));
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/// Skip n numbers of the sequence.
WARPLENS_DEVICE void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  const unsigned place = state->STATE + (unsigned)(n & 3);
  state->STATE = place & 3;
  __warplens_philox_move(state, n / 4 + place / 4);
}
/// Skip n subsequences of 2^66 numbers.
WARPLENS_DEVICE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  const unsigned long long sequence = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
  state->ctr.z = (unsigned)sequence;
  state->ctr.w = (unsigned)(sequence >> 32);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

WARPLENS_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                 curandStatePhilox4_32_10* state) {
  state->ctr = make_uint4(0, 0, (unsigned)subsequence, (unsigned)(subsequence >> 32));
  state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
  state->STATE = 0;
  skipahead(offset, state);
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

/// Get 32 random bits.
WARPLENS_DEVICE unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned place = state->STATE;
  const uint4 four = state->output;
  const unsigned number = place == 0 ? four.x : place == 1 ? four.y : place == 2 ? four.z : four.w;
  state->STATE = (place + 1) & 3;
  if (place == 3) __warplens_philox_move(state, 1);
  return number;
}

/// Get the next four numbers.
WARPLENS_DEVICE uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 a = state->output;
  __warplens_philox_move(state, 1);
  const uint4 b = state->output;
  switch (state->STATE) {
    case 0:
      return a;
    case 1:
      return make_uint4(a.y, a.z, a.w, b.x);
    case 2:
      return make_uint4(a.z, a.w, b.x, b.y);
    default:
      return make_uint4(a.w, b.x, b.y, b.z);
  }
}
