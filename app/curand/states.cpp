#include "curand/states.h"

#include <array>

namespace warplens::curand {
namespace {

/// Turns that a thread has had, of all threads' together.
std::uint64_t turns_of(std::uint32_t thread, std::uint32_t threads, std::uint64_t turns) {
  return turns / threads + (thread < turns % threads ? 1 : 0);
}

// --- XORWOW: its 160 bits without the counter are linear over GF(2) ---

using Words = std::array<unsigned, 5>;
/// What becomes of each bit.
using BitMatrix = std::array<Words, 160>;

Words times(const BitMatrix& matrix, const Words& words) {
  Words sum{};
  for (std::size_t bit = 0; bit < matrix.size(); ++bit) {
    if ((words[bit / 32] >> (bit % 32) & 1) == 0) continue;
    for (std::size_t w = 0; w < sum.size(); ++w) sum[w] ^= matrix[bit][w];
  }
  return sum;
}

BitMatrix squared(const BitMatrix& matrix) {
  BitMatrix square{};
  for (std::size_t bit = 0; bit < matrix.size(); ++bit) square[bit] = times(matrix, matrix[bit]);
  return square;
}

Words words_of(const Xorwow& state) { return {state.v[0], state.v[1], state.v[2], state.v[3], state.v[4]}; }

void set_words(Xorwow& state, const Words& words) {
  for (std::size_t w = 0; w < words.size(); ++w) state.v[w] = words[w];
}

BitMatrix one_step() {
  BitMatrix matrix{};
  for (std::size_t bit = 0; bit < matrix.size(); ++bit) {
    Words words{};
    words[bit / 32] = 1u << (bit % 32);
    Xorwow state{};
    set_words(state, words);
    (void)next_word(state);
    matrix[bit] = words_of(state);
  }
  return matrix;
}

const BitMatrix& next_subsequence() {
  static const BitMatrix matrix = [] {
    BitMatrix power = one_step();
    for (int k = 0; k < 67; ++k) power = squared(power);
    return power;
  }();
  return matrix;
}

/// The first state of a seed, as in kernels (ptx/compile/clang/include/curand/xorwow.h).
Xorwow first_xorwow(std::uint64_t seed) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  return {{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}, 6615241u + high + low};
}

// --- MRG32k3a: two states of three numbers, linear modulo m1 and m2 ---

using Matrix = std::array<std::array<std::uint64_t, 3>, 3>;

Matrix times(const Matrix& a, const Matrix& b, std::uint64_t modulus) {
  Matrix product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) product[i][j] = (product[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return product;
}

/// The power with exponent factor · 2^doublings.
Matrix power(Matrix matrix, std::uint64_t factor, int doublings, std::uint64_t modulus) {
  for (int k = 0; k < doublings; ++k) matrix = times(matrix, matrix, modulus);
  Matrix result{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (; factor != 0; factor >>= 1) {
    if (factor & 1) result = times(result, matrix, modulus);
    matrix = times(matrix, matrix, modulus);
  }
  return result;
}

void apply(const Matrix& matrix, unsigned (&numbers)[3], std::uint64_t modulus) {
  std::array<std::uint64_t, 3> sums{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) sums[i] = (sums[i] + matrix[i][k] * numbers[k] % modulus) % modulus;
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = static_cast<unsigned>(sums[i]);
}

/// So many steps of both states.
struct Steps {
  Matrix first, second;
  Steps(std::uint64_t factor, int doublings)
      : first(power({{{0, 1, 0}, {0, 0, 1}, {Mrg32k3a::m1 - 810728, 1403580, 0}}}, factor, doublings, Mrg32k3a::m1)),
        second(power({{{0, 1, 0}, {0, 0, 1}, {Mrg32k3a::m2 - 1370589, 0, 527612}}}, factor, doublings, Mrg32k3a::m2)) {}
  void apply_to(Mrg32k3a& state) const {
    apply(first, state.s1, Mrg32k3a::m1);
    apply(second, state.s2, Mrg32k3a::m2);
  }
};

/// cuRAND's first state for a seed, which scales L'Ecuyer's 12345s (curand_init).
Mrg32k3a first_mrg32k3a(std::uint64_t seed) {
  constexpr unsigned start = 12345;
  if (seed == 0) return {{start, start, start}, {start, start, start}};
  const std::uint64_t low = (static_cast<unsigned>(seed) ^ 0x55555555u) * std::uint64_t{start};
  const std::uint64_t high = (static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau) * std::uint64_t{start};
  const auto low1 = static_cast<unsigned>(low % Mrg32k3a::m1), high1 = static_cast<unsigned>(high % Mrg32k3a::m1);
  const auto low2 = static_cast<unsigned>(low % Mrg32k3a::m2), high2 = static_cast<unsigned>(high % Mrg32k3a::m2);
  return {{low1, high1, low1}, {high2, low2, high2}};
}

}  // namespace

std::vector<Xorwow> xorwow_states(std::uint64_t seed, std::uint32_t threads, std::uint64_t turns) {
  std::vector<Xorwow> states{first_xorwow(seed)};
  while (states.size() < threads) {
    states.push_back(states.back());
    set_words(states.back(), times(next_subsequence(), words_of(states.back())));
  }
  if (turns == 0) return states;
  BitMatrix jump = one_step();
  for (std::uint64_t steps = turns / threads; steps != 0; steps >>= 1, jump = squared(jump))
    if (steps & 1)
      for (Xorwow& state : states) set_words(state, times(jump, words_of(state)));
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    states[thread].d += 362437u * static_cast<unsigned>(turns / threads);  // the counter, which subsequences share
    if (turns_of(thread, threads, turns) > turns / threads) (void)next_word(states[thread]);
  }
  return states;
}

std::vector<Mrg32k3a> mrg32k3a_states(std::uint64_t seed, std::uint32_t threads, std::uint64_t turns) {
  const Steps subsequence(1, 76), before(turns / threads, 0);
  std::vector<Mrg32k3a> states{first_mrg32k3a(seed)};
  before.apply_to(states.front());
  while (states.size() < threads) {
    states.push_back(states.back());
    subsequence.apply_to(states.back());
  }
  for (std::uint32_t thread = 0; thread < threads; ++thread)
    if (turns_of(thread, threads, turns) > turns / threads) (void)next_number(states[thread]);
  return states;
}

}  // namespace warplens::curand
