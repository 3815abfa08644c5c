#pragma once

// Polynomials for jumping ahead in XORWOW. A step of its 160 bits is linear over GF(2); P is its characteristic polynomial
// (computed from the numbers by the algorithm of Berlekamp and Massey). So n steps are the polynomial x^n mod P of one step, of
// degree below 160 (Haramoto, Matsumoto, Nishimura, Panneton, L'Ecuyer 2008, "Efficient jump ahead for F2-linear random number
// generators"). For n = 2^k, the compiler computes it by squaring k times.

/// A polynomial of degree below 160 over GF(2): bit i is the coefficient of x^i.
struct __warplens_polynomial {
  unsigned __int128 low;
  unsigned high;

  constexpr void add(const __warplens_polynomial& other) {
    low ^= other.low;
    high ^= other.high;
  }
  /// Multiply by x, mod P = x^160 + x^139 + … + x^18 + x^17 + 1.
  constexpr __warplens_polynomial times_x() const {
    __warplens_polynomial product{low << 1, high << 1 | (unsigned)(low >> 127)};
    if (high >> 31) product.add({(unsigned __int128)0x0f3c003500062121ull << 64 | 0x0861003000060001ull, 0xf0e});
    return product;
  }
};

// Jumps of 2^k: k = 0 to 63 are for skipahead(), 67 to 130 for skipahead_sequence(). Those between are not kept.
constexpr int __warplens_jumps_kept_first = 64, __warplens_jumps_left_out = 3, __warplens_jumps_kept = 128;

struct __warplens_jump_table {
  unsigned words[__warplens_jumps_kept][5];
};

/// Squaring is linear: the sum of the squares of the terms.
constexpr __warplens_jump_table __warplens_make_jumps() {
  __warplens_polynomial squares[160] = {{1, 0}};
  for (int i = 1; i < 160; ++i) squares[i] = squares[i - 1].times_x().times_x();
  __warplens_jump_table table = {};
  __warplens_polynomial power = {2, 0};
  for (int k = 0; k < __warplens_jumps_kept + __warplens_jumps_left_out; ++k) {
    const int row = k < __warplens_jumps_kept_first ? k : k - __warplens_jumps_left_out;
    if (k < __warplens_jumps_kept_first || row >= __warplens_jumps_kept_first) {
      for (int w = 0; w < 4; ++w) table.words[row][w] = (unsigned)(power.low >> (32 * w));
      table.words[row][4] = power.high;
    }
    __warplens_polynomial square = {};
    unsigned __int128 low = power.low;
    for (int i = 0; low != 0; ++i, low >>= 1) {
      if (low & 1) square.add(squares[i]);
    }
    unsigned high = power.high;
    for (int i = 128; high != 0; ++i, high >>= 1) {
      if (high & 1) square.add(squares[i]);
    }
    power = square;
  }
  return table;
}

static __device__ constexpr __warplens_jump_table __warplens_jumps = __warplens_make_jumps();
