#include "simt/code/execute/approximation.h"

// div rcp sqrt rsqrt ex2 tanh lg2 sin cos of floating types, and copysign. The approximate forms are computed in double precision
// using only IEEE operations, so that every compiler and machine gives the same bits; their errors are far below the PTX ISA's
// bounds.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

struct DivideFloating {
  template <typename T>
  static T apply(T a, T b) {
    return canonical(quotient(a, b));
  }
};
/// div.approx: a · (1/b), where 1/b is zero for 2^126 < |b| < 2^128 (PTX ISA, "div").
struct DivideApproximately {
  static f32 apply(f32 a, f32 b) {
    const f32 magnitude = std::fabs(b);
    const bool large = magnitude > 0x1p126f && magnitude <= std::numeric_limits<f32>::max();
    return canonical(large ? a * std::copysign(0.0f, b) : a / b);
  }
};
struct Reciprocal {
  template <typename T>
  static T apply(T a) {
    return canonical(quotient(T{1}, a));
  }
};
struct SquareRoot {
  template <typename T>
  static T apply(T a) {
    return canonical(root(a));
  }
};
struct ReciprocalSquareRoot {
  static f32 apply(f32 a) { return canonical(static_cast<f32>(1.0 / std::sqrt(static_cast<f64>(a)))); }
  static f64 apply(f64 a) { return canonical(1.0 / std::sqrt(a)); }
};

/// What rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write: the upper word of a number, with subnormal numbers as zeros
/// of the same sign and a lower word of 0 (PTX ISA, "rcp.approx.ftz.f64").
inline f64 upper_word(f64 x) {
  const u64 bits = std::bit_cast<u64>(x) & 0xffffffff00000000u;
  const bool subnormal = (bits & 0x7ff0000000000000u) == 0;
  return std::bit_cast<f64>(subnormal ? bits & 0x8000000000000000u : bits);
}

/// The approximation with 20 bits of mantissa, rounded to nearest.
template <typename F>
struct Gross {
  static f64 apply(f64 a) {
    const f64 result = F::apply(upper_word(a));
    if (result != result) return std::bit_cast<f64>(u64{0x7fffffff00000000u});
    const u64 bits = std::bit_cast<u64>(result);
    const bool finite = (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
    return upper_word(std::bit_cast<f64>(finite ? bits + 0x80000000u : bits));
  }
};

struct ExponentialBase2 {
  static f32 apply(f32 a) { return canonical(a != a ? a : static_cast<f32>(power_of_two(a))); }
};

struct HyperbolicTangent {
  static f32 apply(f32 a) { return canonical(static_cast<f32>(hyperbolic_tangent(a))); }
};

/// log2 x: exponent + log2 of the mantissa m in [√½, √2), by 2 artanh((m-1)/(m+1)) = 2 (s + s³/3 + s⁵/5 + …), |s| < 0.172.
inline f64 logarithm_base2(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const u64 fraction = bits & 0xfffffffffffffu;
  const bool upper = fraction >= 0x6a09e667f3bcdu;  // mantissa ≥ √2
  const s64 exponent = static_cast<s64>(bits >> 52) - 1023 + (upper ? 1 : 0);
  const f64 mantissa = std::bit_cast<f64>(fraction | u64{upper ? 1022u : 1023u} << 52);
  const f64 s = (mantissa - 1) / (mantissa + 1), square = s * s;
  f64 sum = 0;
  for (int n = 21; n >= 1; n -= 2) sum = sum * square + 1.0 / n;
  return static_cast<f64>(exponent) + 2 * s * sum * 0x1.71547652b82fep+0;  // 1 / ln 2
}

struct LogarithmBase2 {
  static f32 apply(f32 a) {
    if (a != a || a < 0) return canonical(std::numeric_limits<f32>::quiet_NaN());
    if (a == 0) return -std::numeric_limits<f32>::infinity();
    if (a > std::numeric_limits<f32>::max()) return a;
    return static_cast<f32>(logarithm_base2(a));
  }
};

/// Sine of x + quarter · π/2: reduced to |y| ≤ π/4, then the Taylor series of sine or cosine.
inline f32 sine_from(f32 a, int quarter) {
  if (!(std::fabs(a) <= std::numeric_limits<f32>::max())) return canonical(std::numeric_limits<f32>::quiet_NaN());
  f64 x = a;
  // 2π; exact remainder, for values where the ISA gives no error bound
  if (std::fabs(x) > 0x1p30) x = std::fmod(x, 0x1.921fb54442d18p+2);
  const f64 turns = std::nearbyint(x * 0x1.45f306dc9c883p-1);                      // 2/π
  const f64 y = x - turns * 0x1.921fb54400000p+0 - turns * 0x1.0b4611a626331p-34;  // π/2 in two parts
  const int quadrant = static_cast<int>((static_cast<s64>(turns) + quarter) & 3);
  const f64 square = y * y;
  f64 sum = 1;
  if (quadrant & 1) {
    for (int n = 16; n >= 2; n -= 2) sum = 1 - sum * square / (n * (n - 1));
  } else {
    for (int n = 17; n >= 3; n -= 2) sum = 1 - sum * square / (n * (n - 1));
    sum *= y;
  }
  return static_cast<f32>(quadrant & 2 ? -sum : sum);
}

struct Sine {
  static f32 apply(f32 a) { return a == 0 ? a : sine_from(a, 0); }  // a zero keeps its sign
};
struct Cosine {
  static f32 apply(f32 a) { return sine_from(a, 1); }
};

/// copysign d, a, b: the sign of a on the magnitude of b.
struct CopySign {
  template <typename T>
  static T apply(T a, T b) {
    using Bits = Cell<T>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
    return static_cast<T>((a & sign) | (b & ~sign));
  }
};

template <typename F>
Operation unary(const ptx::Instruction& instruction) {
  if (instruction.type == Type::f32) return floating<F, f32>(instruction.modifiers);
  if (instruction.type == Type::f64) return floating<F, f64>(instruction.modifiers);
  return {};
}

/// rcp and rsqrt.
template <typename F>
Operation inverse(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  if (instruction.type == Type::f64 && modifiers.approx && modifiers.ftz) return mapped<Gross<F>, f64, f64>();
  return unary<F>(instruction);
}

template <typename F>
Operation unary_single(const ptx::Instruction& instruction) {
  return instruction.type == Type::f32 ? floating<F, f32>(instruction.modifiers) : Operation{};
}

}  // namespace

Operation divide_floats(const ptx::Instruction& instruction) {
  if (instruction.type == Type::f64) return floating<DivideFloating, f64, f64>(instruction.modifiers);
  return instruction.modifiers.approx ? floating<DivideApproximately, f32, f32>(instruction.modifiers)
                                      : floating<DivideFloating, f32, f32>(instruction.modifiers);
}

Operation select_rcp(const ptx::Instruction& instruction, const ptx::Function&) { return inverse<Reciprocal>(instruction); }

Operation select_sqrt(const ptx::Instruction& instruction, const ptx::Function&) { return unary<SquareRoot>(instruction); }

Operation select_rsqrt(const ptx::Instruction& instruction, const ptx::Function&) {
  return inverse<ReciprocalSquareRoot>(instruction);
}

Operation select_ex2(const ptx::Instruction& instruction, const ptx::Function&) {
  return is_half(instruction.type) ? select_half(instruction) : unary_single<ExponentialBase2>(instruction);
}

Operation select_tanh(const ptx::Instruction& instruction, const ptx::Function&) {
  return is_half(instruction.type) ? select_half(instruction) : unary_single<HyperbolicTangent>(instruction);
}

Operation select_lg2(const ptx::Instruction& instruction, const ptx::Function&) {
  return unary_single<LogarithmBase2>(instruction);
}

Operation select_sin(const ptx::Instruction& instruction, const ptx::Function&) { return unary_single<Sine>(instruction); }

Operation select_cos(const ptx::Instruction& instruction, const ptx::Function&) { return unary_single<Cosine>(instruction); }

Operation select_copysign(const ptx::Instruction& instruction, const ptx::Function&) {
  if (instruction.type == Type::f32) return mapped<CopySign, u32, u32, u32>();
  return instruction.type == Type::f64 ? mapped<CopySign, u64, u64, u64>() : Operation{};
}

}  // namespace warplens::simt::WARPLENS_ISA
