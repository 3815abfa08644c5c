#pragma once

// cuRAND's generators and distributions, for its kernels and for generators on the host (cuRAND documentation, "Bit Generation"
// and "Distributions"; the numbers were compared with those of NVIDIA's generators on the host). A state gives one word after the
// other.

#ifdef __CUDACC__
#define CURAND_BOTH __host__ __device__ inline
namespace curand {
#else
#include <math.h>
#define CURAND_BOTH inline
namespace warplens::curand {
#endif

/// XORWOW: five 32-bit words that are shifted and xored, plus a counter (Marsaglia 2003, "Xorshift RNGs", section 3.1).
struct Xorwow {
  unsigned v[5], d;
};
CURAND_BOTH unsigned next_word(Xorwow& state) {
  const unsigned t = state.v[0] ^ (state.v[0] >> 2);
  for (int k = 0; k < 4; ++k) state.v[k] = state.v[k + 1];
  state.v[4] = (state.v[4] ^ (state.v[4] << 4)) ^ (t ^ (t << 1));
  state.d += 362437u;
  return state.v[4] + state.d;
}

/// MRG32k3a: two recurrences of order 3 (L'Ecuyer 1999, "Good parameters and implementations for combined multiple recursive
/// random number generators").
struct Mrg32k3a {
  unsigned s1[3], s2[3];
  static constexpr unsigned long long m1 = 4294967087u, m2 = 4294944443u;
};
/// From 1 to m1.
CURAND_BOTH unsigned next_number(Mrg32k3a& state) {
  constexpr unsigned long long m1 = Mrg32k3a::m1, m2 = Mrg32k3a::m2;
  const unsigned long long p1 = (1403580ull * state.s1[1] + 810728ull * (m1 - state.s1[0])) % m1;
  const unsigned long long p2 = (527612ull * state.s2[2] + 1370589ull * (m2 - state.s2[0])) % m2;
  for (int k = 0; k < 2; ++k) {
    state.s1[k] = state.s1[k + 1];
    state.s2[k] = state.s2[k + 1];
  }
  state.s1[2] = static_cast<unsigned>(p1);
  state.s2[2] = static_cast<unsigned>(p2);
  return static_cast<unsigned>(p1 > p2 ? p1 - p2 : p1 + m1 - p2);
}
/// The largest number becomes the largest word.
CURAND_BOTH unsigned next_word(Mrg32k3a& state) { return static_cast<unsigned>(next_number(state) * 1.000000048662); }

/// Philox4x32-10: ten rounds of two multiplications turn a counter and a key into four words (Salmon, Moraes, Dror, Shaw 2011,
/// "Parallel random numbers: as easy as 1, 2, 3", section 3.3).
struct Philox {
  unsigned counter[4], key[2], words[4];
  int used;  ///< of the words; 4: the counter's are to be computed
};
/// The generator of a seed, at a word of one of its subsequences.
CURAND_BOTH Philox philox_at(unsigned long long seed, unsigned subsequence, unsigned long long word) {
  Philox state{};
  state.counter[0] = static_cast<unsigned>(word / 4);
  state.counter[1] = static_cast<unsigned>(word / 4 >> 32);
  state.counter[2] = subsequence;
  state.key[0] = static_cast<unsigned>(seed);
  state.key[1] = static_cast<unsigned>(seed >> 32);
  state.used = 4;
  return state;
}
CURAND_BOTH unsigned next_word(Philox& state) {
  if (state.used == 4) {
    unsigned c[4] = {state.counter[0], state.counter[1], state.counter[2], state.counter[3]};
    unsigned key[2] = {state.key[0], state.key[1]};
    for (int round = 0; round < 10; ++round) {
      const unsigned long long a = 0xd2511f53ull * c[0], b = 0xcd9e8d57ull * c[2];
      const unsigned x = static_cast<unsigned>(b >> 32) ^ c[1] ^ key[0], z = static_cast<unsigned>(a >> 32) ^ c[3] ^ key[1];
      c[0] = x;
      c[1] = static_cast<unsigned>(b);
      c[2] = z;
      c[3] = static_cast<unsigned>(a);
      key[0] += 0x9e3779b9u;  // Weyl sequences of the golden ratio and of √3 - 1
      key[1] += 0xbb67ae85u;
    }
    for (int k = 0; k < 4; ++k) state.words[k] = c[k];
    state.used = 0;
    if (++state.counter[0] == 0) ++state.counter[1];
  }
  return state.words[state.used++];
}

// --- uniform numbers, in (0, 1] ---

/// The middles of 2^32 intervals; the largest round to 1.
CURAND_BOTH float uniform_of(unsigned word) { return static_cast<float>(word) * 0x1p-32f + 0x1p-33f; }
template <typename State>
CURAND_BOTH float next_uniform(State& state) {
  return uniform_of(next_word(state));
}
/// The middles of 2^53 intervals, of two words.
template <typename State>
CURAND_BOTH double next_uniform_double(State& state) {
  const unsigned first = next_word(state);
  const unsigned long long second = next_word(state);
  return static_cast<double>(first ^ second << 21) * 0x1p-53 + 0x1p-54;
}
/// Multiples of 1 / (m1 + 1).
CURAND_BOTH double next_uniform_double(Mrg32k3a& state) { return next_number(state) * 2.3283065498378288e-10; }
CURAND_BOTH float next_uniform(Mrg32k3a& state) { return static_cast<float>(next_uniform_double(state)); }

// --- normal numbers, in pairs (Box and Muller 1958, "A note on the generation of random normal deviates") ---

template <typename T>
struct Pair {
  T first, second;
};
/// `size`: a uniform number for the distance from 0; `angle`: one of the circle's.
CURAND_BOTH Pair<float> pair_of(float size, float angle) {
  const float distance = sqrtf(-2.0f * logf(size)), turn = angle * 6.2831855f;
  return {sinf(turn) * distance, cosf(turn) * distance};
}
CURAND_BOTH Pair<double> pair_of(double size, double angle) {
  const double distance = sqrt(-2.0 * log(size)), turn = angle * 6.283185307179586;
  return {sin(turn) * distance, cos(turn) * distance};
}
template <typename State>
CURAND_BOTH Pair<float> next_normal(State& state) {
  const float size = next_uniform(state);
  return pair_of(size, next_uniform(state));
}
template <typename State>
CURAND_BOTH Pair<double> next_normal_double(State& state) {
  const double size = next_uniform_double(state);
  return pair_of(size, next_uniform_double(state));
}

// --- distributions: each makes so many numbers at once ---

struct Bits {
  static constexpr int numbers = 1;
  template <typename State>
  CURAND_BOTH static void make(State& state, unsigned* to, unsigned, unsigned) {
    to[0] = next_word(state);
  }
};
struct Uniform {
  static constexpr int numbers = 1;
  template <typename State>
  CURAND_BOTH static void make(State& state, float* to, float, float) {
    to[0] = next_uniform(state);
  }
  template <typename State>
  CURAND_BOTH static void make(State& state, double* to, double, double) {
    to[0] = next_uniform_double(state);
  }
};
struct Normal {
  static constexpr int numbers = 2;
  template <typename State>
  CURAND_BOTH static void make(State& state, float* to, float mean, float deviation) {
    const Pair<float> pair = next_normal(state);
    to[0] = mean + deviation * pair.first;
    to[1] = mean + deviation * pair.second;
  }
  template <typename State>
  CURAND_BOTH static void make(State& state, double* to, double mean, double deviation) {
    const Pair<double> pair = next_normal_double(state);
    to[0] = mean + deviation * pair.first;
    to[1] = mean + deviation * pair.second;
  }
};
struct LogNormal {
  static constexpr int numbers = 2;
  template <typename State>
  CURAND_BOTH static void make(State& state, float* to, float mean, float deviation) {
    Normal::make(state, to, mean, deviation);
    for (int k = 0; k < 2; ++k) to[k] = expf(to[k]);
  }
  template <typename State>
  CURAND_BOTH static void make(State& state, double* to, double mean, double deviation) {
    Normal::make(state, to, mean, deviation);
    for (int k = 0; k < 2; ++k) to[k] = exp(to[k]);
  }
};

// --- order in memory (cuRAND documentation, "Order") ---

/// Generators with a state per thread: the threads take turns, each making one number, or one pair, in its turn. This is the part
/// of the thread that has the `index`-th turn of `threads`.
template <typename Distribution, typename State, typename T>
CURAND_BOTH void make_turns(State& state, unsigned index, unsigned threads, T* to, unsigned long long count, T mean,
                            T deviation) {
  constexpr unsigned long long numbers = Distribution::numbers;
  for (unsigned long long k = index * numbers; k < count; k += threads * numbers)
    Distribution::make(state, to + k, mean, deviation);
}

constexpr unsigned philox_subsequences = 65536;
constexpr int philox_group = 4;

/// Philox: position after position, four of them from each subsequence in turn. This is the `group`-th of those groups of four
/// that have any of the `count` positions from `position` on. `start`: the position that the generator was set to: from there on
/// each subsequence has four words for a group, or eight where they are doubles.
template <typename Distribution, typename T>
CURAND_BOTH void make_group(unsigned long long seed, unsigned long long start, unsigned long long group,
                            unsigned long long position, T* to, unsigned long long count, T mean, T deviation) {
  constexpr int words = sizeof(T) == 8 ? 8 : 4;  // of a group
  const unsigned long long at = position / philox_group + group, first = start / philox_group;
  const unsigned subsequence = static_cast<unsigned>(at % philox_subsequences);
  const unsigned long long round = at / philox_subsequences;
  const unsigned long long first_round = first / philox_subsequences + (subsequence < first % philox_subsequences ? 1 : 0);
  Philox state = philox_at(seed, subsequence, first_round * philox_group + (round - first_round) * words);
  T four[philox_group];
  for (int k = 0; k < philox_group; k += Distribution::numbers) Distribution::make(state, four + k, mean, deviation);
  for (int k = 0; k < philox_group; ++k) {
    const unsigned long long place = at * philox_group + k - position;  // huge where it is before the position
    if (place < count) to[place] = four[k];
  }
}

}  // namespace curand
