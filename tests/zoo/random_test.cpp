#include <array>
#include <bitset>
#include <cmath>
#include <numbers>

#include "zoo.h"

// References: the published algorithms, on the host, the jumps of XORWOW by powers of its matrix.

namespace warplens::zoo {
namespace {

using Words = std::array<std::uint32_t, 4>;
constexpr std::uint64_t seed = 0x0123456789abcdef;

// --- Philox4x32-10 (Salmon et al. 2011) ---

Words philox(Words counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53} * counter[0], b = std::uint64_t{0xcd9e8d57} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + 0x9e3779b9, key[1] + 0xbb67ae85};
  }
  return counter;
}

/// Number `index` of a subsequence.
std::uint32_t philox_number(std::uint64_t key, std::uint64_t subsequence, std::uint64_t index) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  return philox({low(index / 4), high(index / 4), low(subsequence), high(subsequence)}, {low(key), high(key)})[index % 4];
}

/// The known answers that the authors publish with the algorithm (Random123, "kat_vectors").
TEST(Random, PhiloxGivesTheKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// --- XORWOW (Marsaglia 2003) ---

using State = std::bitset<160>;
/// A linear map of the 160 bits: what becomes of each.
using Matrix = std::vector<State>;

struct Xorwow {
  std::array<std::uint32_t, 5> v;
  std::uint32_t d;

  std::uint32_t next() {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    v = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
    d += 362437;
    return v[4] + d;
  }
};

State bits_of(const Xorwow& generator) {
  State bits;
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = (generator.v.at(i / 32) >> (i % 32) & 1) != 0;
  return bits;
}
State image(const Matrix& matrix, const State& state) {
  State result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (state[i]) result ^= matrix[i];
  }
  return result;
}
Matrix product(const Matrix& second, const Matrix& first) {
  Matrix result;
  for (const State& column : first) result.push_back(image(second, column));
  return result;
}

/// The matrices of 2^k steps, k = 0 … 130.
const std::vector<Matrix>& powers() {
  static const std::vector<Matrix> all = [] {
    Matrix step;
    for (std::size_t i = 0; i < State().size(); ++i) {
      Xorwow unit{{}, 0};
      unit.v.at(i / 32) = std::uint32_t{1} << (i % 32);
      unit.next();
      step.push_back(bits_of(unit));
    }
    std::vector<Matrix> matrices{step};
    while (matrices.size() <= 130) matrices.push_back(product(matrices.back(), matrices.back()));
    return matrices;
  }();
  return all;
}

/// n · 2^first steps of the five words.
void jump(Xorwow& generator, std::uint64_t n, std::size_t first) {
  State state = bits_of(generator);
  for (std::size_t k = first; n != 0; ++k, n >>= 1) {
    if ((n & 1) != 0) state = image(powers().at(k), state);
  }
  generator.v = {};
  for (std::size_t i = 0; i < state.size(); ++i) generator.v.at(i / 32) |= static_cast<std::uint32_t>(state[i]) << (i % 32);
}

/// What cuRAND makes of a seed (its curand_kernel.h), its subsequences 2^67 apart.
Xorwow xorwow(std::uint64_t start, std::uint64_t subsequence, std::uint64_t offset) {
  const std::uint32_t low = 1099087573u * (static_cast<std::uint32_t>(start) ^ 0xaad26b49u);
  const std::uint32_t high = 2591861531u * (static_cast<std::uint32_t>(start >> 32) ^ 0xf7dcefddu);
  Xorwow generator{{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
                   6615241u + high + low};
  jump(generator, subsequence, 67);
  jump(generator, offset, 0);
  generator.d += 362437u * static_cast<std::uint32_t>(offset);
  return generator;
}

TEST(Random, AJumpIsManySteps) {
  Xorwow slow = xorwow(seed, 0, 0);
  for (int i = 0; i < 1000; ++i) slow.next();
  EXPECT_EQ(slow.v, xorwow(seed, 0, 1000).v);
  EXPECT_EQ(slow.d, xorwow(seed, 0, 1000).d);
}

// --- cases ---

constexpr std::int32_t each = 5;

Case bits(std::uint32_t threads, std::uint64_t stride, std::uint64_t offset,
          std::uint32_t (*number)(std::uint64_t, std::uint64_t, std::int32_t)) {
  std::vector<std::uint32_t> expected;
  for (std::uint64_t i = 0; i < 2 * threads; ++i) {
    for (std::int32_t k = 0; k < each; ++k) expected.push_back(number(stride * i, offset * (i % 3), k));
  }
  return {.grid = {2},
          .block = {threads},
          .arguments = {output(expected), scalar(each), scalar(seed), scalar(stride), scalar(offset)}};
}

Case xorwow_bits(std::uint32_t threads, std::uint64_t stride, std::uint64_t offset) {
  return bits(threads, stride, offset, [](std::uint64_t subsequence, std::uint64_t first, std::int32_t k) {
    Xorwow generator = xorwow(seed, subsequence, first);
    for (std::int32_t skipped = 0; skipped < k; ++skipped) generator.next();
    return generator.next();
  });
}
Case xorwow_near() { return xorwow_bits(32, 1, 3); }
/// Numbers of 64 bits, all of which count. Few threads: the toolkit's matrices are many accesses.
Case xorwow_far() { return xorwow_bits(3, 0x9e3779b97f4a7c15, 0x51ed270b2e6f3ac1); }

Case philox_bits(std::uint32_t threads, std::uint64_t stride, std::uint64_t offset) {
  return bits(threads, stride, offset, [](std::uint64_t subsequence, std::uint64_t first, std::int32_t k) {
    return philox_number(seed, subsequence, first + static_cast<std::uint64_t>(k));
  });
}
Case philox_near() { return philox_bits(32, 1, 3); }
Case philox_far() { return philox_bits(3, 0x9e3779b97f4a7c15, 0x51ed270b2e6f3ac1); }

Case philox_fours() {
  std::vector<std::uint32_t> expected;
  for (std::uint64_t i = 0; i < 32; ++i) {
    for (const std::uint64_t first : {i % 4, i % 4 + 14}) {
      for (std::uint64_t k = 0; k < 4; ++k) expected.push_back(philox_number(seed, i, first + k));
    }
  }
  return {.grid = {1}, .block = {32}, .arguments = {output(expected), scalar(seed)}};
}

double uniform_of(std::uint32_t number) { return std::ldexp(number + 0.5, -32); }
double uniform_of(std::uint32_t first, std::uint32_t second) {
  return std::ldexp(static_cast<double>(first ^ std::uint64_t{second} << 21) + 0.5, -53);
}

/// Box and Muller's pair.
std::array<double, 2> normal_pair(double radius, double angle) {
  const double size = std::sqrt(-2 * std::log(radius)), turn = 2 * std::numbers::pi * angle;
  return {size * std::sin(turn), size * std::cos(turn)};
}

/// `next(thread)` gives a function that gives the thread's numbers; `uniform_double` the one of double precision.
template <typename Next, typename UniformDouble>
Case numbers(Next next, UniformDouble uniform_double) {
  std::vector<double> expected;
  for (std::uint64_t i = 0; i < 32; ++i) {
    auto generator = next(i);
    expected.push_back(uniform_of(generator()));
    expected.push_back(uniform_double(generator));
    const auto normal = [&] {
      const double radius = uniform_of(generator());
      return normal_pair(radius, uniform_of(generator()));
    };
    const auto first = normal(), second = normal();
    expected.insert(expected.end(), {first[0], first[1], second[0]});
    const auto normal_double = [&] {
      std::array<std::uint32_t, 4> four{};
      for (std::uint32_t& number : four) number = generator();
      return normal_pair(uniform_of(four[0], four[1]), uniform_of(four[2], four[3]));
    };
    const auto third = normal_double(), fourth = normal_double();
    expected.insert(expected.end(), {third[0], third[1], fourth[0]});
  }
  const auto look = [expected](const std::vector<double>& got) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      // Float: half a unit of the uniform number, 2^-21 of sine and cosine (CUDA C++ Programming Guide, "__sinf") times at
      // most 6.7.
      const double allowed = i % 8 == 0 ? 0x1p-25 : i % 8 == 1 ? 0 : i % 8 < 5 ? 4e-6 : 1e-14;
      EXPECT_NEAR(got[i], expected[i], allowed) << "number " << i % 8 << " of thread " << i / 8;
    }
  };
  return {.grid = {1}, .block = {32}, .arguments = {output_where(std::vector<double>(expected.size()), look), scalar(seed)}};
}

Case xorwow_numbers() {
  return numbers([](std::uint64_t i) { return [generator = xorwow(seed, i, 0)]() mutable { return generator.next(); }; },
                 [](auto& generator) {
                   const std::uint32_t first = generator();
                   return uniform_of(first, generator());
                 });
}
Case philox_numbers() {
  return numbers([](std::uint64_t i) { return [i, at = std::uint64_t{0}]() mutable { return philox_number(seed, i, at++); }; },
                 [](auto& generator) { return std::ldexp(generator() + 1.0, -32); });
}

Case points_in_circle() {
  constexpr std::int32_t points = 40;
  std::vector<std::uint32_t> inside;
  for (std::uint64_t i = 0; i < 32; ++i) {
    Xorwow generator = xorwow(seed, i, 0);
    std::uint32_t count = 0;
    for (std::int32_t k = 0; k < points; ++k) {
      const double x = uniform_of(generator.next()), y = uniform_of(generator.next());
      if (x * x + y * y <= 1) ++count;
    }
    inside.push_back(count);
  }
  return {.grid = {1}, .block = {32}, .arguments = {output(inside), scalar(seed), scalar(points)}};
}

const Kernel random_kernels[] = {{"xorwow_near", xorwow_near, "xorwow_bits"},
                                 {"xorwow_far", xorwow_far, "xorwow_bits"},
                                 {"philox_near", philox_near, "philox_bits"},
                                 {"philox_far", philox_far, "philox_bits"},
                                 {"philox_fours", philox_fours},
                                 {"xorwow_numbers", xorwow_numbers},
                                 {"philox_numbers", philox_numbers},
                                 {"points_in_circle", points_in_circle}};
WARPLENS_ZOO(Random, "random", random_kernels);

}  // namespace
}  // namespace warplens::zoo
