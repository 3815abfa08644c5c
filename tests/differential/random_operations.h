#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// The instructions of random programs (random_programs_test.cpp), each with plain C++ that computes the same.

namespace warplens::differential {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

/// The sources of an operation, as bits: $1, $2, … of its text, in order.
class Sources {
 public:
  explicit Sources(const std::array<u64, 4>& bits) : bits_(bits) {}
  u16 h(int i) const { return static_cast<u16>(at(i)); }
  u32 r(int i) const { return static_cast<u32>(at(i)); }
  s32 i(int i) const { return static_cast<s32>(r(i)); }
  u64 l(int i) const { return at(i); }
  s64 k(int i) const { return static_cast<s64>(at(i)); }
  f32 f(int i) const { return std::bit_cast<f32>(r(i)); }
  f64 g(int i) const { return std::bit_cast<f64>(at(i)); }
  bool p(int i) const { return at(i) != 0; }

 private:
  u64 at(int i) const { return bits_[static_cast<std::size_t>(i - 1)]; }
  const std::array<u64, 4>& bits_;
};

/// One operation. `registers`: a class per operand, the destination's first: h 16 bits, r 32, l 64, f and g floating, p
/// predicate. Its text may use the scratch registers %h9, %r8, %r9, %l9, %p9.
struct Operation {
  const char* registers;
  const char* text;
  u64 (*second_opinion)(const Sources& s);
};

inline u64 bits(f32 x) { return std::bit_cast<u32>(x); }
inline u64 bits(f64 x) { return std::bit_cast<u64>(x); }
inline u64 low(u64 x) { return x & 0xffffffffu; }
inline u64 whole(s32 x) { return static_cast<u32>(x); }

inline f32 flushed(f32 x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }
inline f32 saturated(f32 x) { return std::isnan(x) ? 0.0f : x <= 0 ? 0.0f : std::min(x, 1.0f); }
/// PTX ISA: the other operand wins over a NaN, and +0 is more than -0.
template <typename T>
T lesser(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <typename T>
T greater(T a, T b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : -lesser(-a, -b);
}
template <typename T, typename S>
T clamped(S x) {
  using Limits = std::numeric_limits<T>;
  if (x != x) return sizeof(T) == 8 || sizeof(S) == 8 ? static_cast<T>(u64{1} << (8 * sizeof(T) - 1)) : T{0};
  if (x <= static_cast<S>(Limits::min())) return Limits::min();
  if (x >= static_cast<S>(Limits::max())) return Limits::max();
  return static_cast<T>(x);
}
/// The f32 in the lower or upper half of a pair, and a pair made of two; a computed NaN has all bits set but its sign.
inline f32 lower(u64 pair) { return std::bit_cast<f32>(static_cast<u32>(pair)); }
inline f32 upper(u64 pair) { return lower(pair >> 32); }
inline u64 pair_of(f32 low, f32 high) {
  const auto its_bits = [](f32 x) { return std::isnan(x) ? u64{0x7fffffff} : bits(x); };
  return its_bits(high) << 32 | its_bits(low);
}
inline f32 of_bf16(u16 x) { return std::bit_cast<f32>(u32{x} << 16); }
inline u32 shifted_left(u32 x, u32 by) { return by > 31 ? 0 : x << by; }
inline s32 shifted_right(s32 x, u32 by) { return x >> std::min(by, 31u); }
inline s64 high(s64 a, s64 b) {
  __extension__ using s128 = __int128;
  return static_cast<s64>((s128{a} * b) >> 64);
}

inline constexpr Operation operations[] = {
    // Integers of 32 bits.
    {"rrr", "add.u32 $0, $1, $2;", [](const Sources& s) { return low(s.l(1) + s.l(2)); }},
    {"rrr", "sub.s32 $0, $1, $2;", [](const Sources& s) { return low(s.l(1) - s.l(2)); }},
    {"rrr", "add.sat.s32 $0, $1, $2;",
     [](const Sources& s) {
       return whole(static_cast<s32>(std::clamp(s64{s.i(1)} + s.i(2), s64{-2147483648}, s64{2147483647})));
     }},
    {"rrr", "mul.lo.s32 $0, $1, $2;", [](const Sources& s) { return low(u64{s.r(1)} * s.r(2)); }},
    {"rrr", "mul.hi.u32 $0, $1, $2;", [](const Sources& s) { return u64{s.r(1)} * s.r(2) >> 32; }},
    {"rrr", "mul.hi.s32 $0, $1, $2;", [](const Sources& s) { return low(static_cast<u64>(s64{s.i(1)} * s.i(2)) >> 32); }},
    {"lrr", "mul.wide.u32 $0, $1, $2;", [](const Sources& s) { return u64{s.r(1)} * s.r(2); }},
    {"lrr", "mul.wide.s32 $0, $1, $2;", [](const Sources& s) { return static_cast<u64>(s64{s.i(1)} * s.i(2)); }},
    {"rrrr", "mad.lo.u32 $0, $1, $2, $3;", [](const Sources& s) { return low(u64{s.r(1)} * s.r(2) + s.r(3)); }},
    {"rrrr", "mad.hi.u32 $0, $1, $2, $3;", [](const Sources& s) { return low((u64{s.r(1)} * s.r(2) >> 32) + s.r(3)); }},
    {"lrrl", "mad.wide.s32 $0, $1, $2, $3;", [](const Sources& s) { return static_cast<u64>(s64{s.i(1)} * s.i(2)) + s.l(3); }},
    {"rrr", "mul24.lo.u32 $0, $1, $2;", [](const Sources& s) { return low(u64{s.r(1) & 0xffffff} * (s.r(2) & 0xffffff)); }},
    {"rrrr", "sad.s32 $0, $1, $2, $3;",
     [](const Sources& s) { return low(static_cast<u64>(std::abs(s64{s.i(1)} - s.i(2))) + s.r(3)); }},
    {"rrr", "or.b32 %r9, $2, 1; div.u32 $0, $1, %r9;", [](const Sources& s) { return u64{s.r(1) / (s.r(2) | 1)}; }},
    {"rrr", "or.b32 %r9, $2, 1; rem.s32 $0, $1, %r9;",
     [](const Sources& s) { return whole(static_cast<s32>(s64{s.i(1)} % static_cast<s32>(s.r(2) | 1))); }},
    {"rrr", "min.s32 $0, $1, $2;", [](const Sources& s) { return whole(std::min(s.i(1), s.i(2))); }},
    {"rrr", "max.u32 $0, $1, $2;", [](const Sources& s) { return u64{std::max(s.r(1), s.r(2))}; }},
    {"rr", "abs.s32 $0, $1;", [](const Sources& s) { return low(static_cast<u64>(std::abs(s64{s.i(1)}))); }},
    {"rr", "neg.s32 $0, $1;", [](const Sources& s) { return low(u64{0} - s.r(1)); }},
    // Bits.
    {"rrr", "and.b32 $0, $1, $2;", [](const Sources& s) { return u64{s.r(1) & s.r(2)}; }},
    {"rrr", "xor.b32 $0, $1, $2;", [](const Sources& s) { return u64{s.r(1) ^ s.r(2)}; }},
    {"rr", "not.b32 $0, $1;", [](const Sources& s) { return low(~s.l(1)); }},
    {"rr", "cnot.b32 $0, $1;", [](const Sources& s) { return u64{s.r(1) == 0}; }},
    {"rrrr", "lop3.b32 $0, $1, $2, $3, 0xb2;",
     [](const Sources& s) {
       u64 result = 0;
       for (int i = 0; i < 32; ++i)
         result |= u64{0xb2u >> ((s.r(1) >> i & 1) * 4 + (s.r(2) >> i & 1) * 2 + (s.r(3) >> i & 1)) & 1} << i;
       return result;
     }},
    {"rrr", "shl.b32 $0, $1, $2;", [](const Sources& s) { return u64{shifted_left(s.r(1), s.r(2))}; }},
    {"rrr", "shr.s32 $0, $1, $2;", [](const Sources& s) { return whole(shifted_right(s.i(1), s.r(2))); }},
    {"rrr", "and.b32 %r9, $2, 63; shl.b32 $0, $1, %r9;", [](const Sources& s) { return u64{shifted_left(s.r(1), s.r(2) & 63)}; }},
    {"rrr", "and.b32 %r9, $2, 63; shr.u32 $0, $1, %r9;",
     [](const Sources& s) { return (s.r(2) & 63) > 31 ? u64{0} : u64{s.r(1)} >> (s.r(2) & 63); }},
    {"rrrr", "shf.l.wrap.b32 $0, $1, $2, $3;",
     [](const Sources& s) { return ((u64{s.r(2)} << 32 | s.r(1)) << (s.r(3) & 31)) >> 32; }},
    {"rrrr", "shf.r.clamp.b32 $0, $1, $2, $3;",
     [](const Sources& s) { return low((u64{s.r(2)} << 32 | s.r(1)) >> std::min(s.r(3), 32u)); }},
    {"rr", "popc.b32 $0, $1;", [](const Sources& s) { return static_cast<u64>(std::popcount(s.r(1))); }},
    {"rr", "clz.b32 $0, $1;", [](const Sources& s) { return static_cast<u64>(std::countl_zero(s.r(1))); }},
    {"rr", "bfind.u32 $0, $1;", [](const Sources& s) { return low(static_cast<u64>(31 - std::countl_zero(s.r(1)))); }},
    {"rr", "brev.b32 $0, $1;",
     [](const Sources& s) {
       u64 result = 0;
       for (int i = 0; i < 32; ++i) result |= u64{s.r(1) >> i & 1} << (31 - i);
       return result;
     }},
    {"rrr", "prmt.b32 $0, $1, $2, 0x5072;",
     [](const Sources& s) {
       const u64 all = u64{s.r(2)} << 32 | s.r(1);
       return (all >> 16 & 0xff) | (all >> 56 & 0xff) << 8 | (all & 0xff) << 16 | (all >> 40 & 0xff) << 24;
     }},
    {"rr", "bfe.s32 $0, $1, 5, 11;", [](const Sources& s) { return whole(static_cast<s32>(s.r(1) << 16) >> 21); }},
    {"rrr", "bfi.b32 $0, $1, $2, 7, 9;", [](const Sources& s) { return u64{(s.r(2) & ~0xff80u) | (s.r(1) << 7 & 0xff80u)}; }},
    {"rrrr", "dp4a.u32.s32 $0, $1, $2, $3;",
     [](const Sources& s) {
       s64 sum = s.i(3);
       for (int i = 0; i < 4; ++i) sum += s64{u8(s.r(1) >> 8 * i)} * static_cast<std::int8_t>(s.r(2) >> 8 * i);
       return low(static_cast<u64>(sum));
     }},
    // Integers of 16 and 64 bits, and between widths.
    {"hhh", "add.u16 $0, $1, $2;", [](const Sources& s) { return u64{static_cast<u16>(s.h(1) + s.h(2))}; }},
    {"hhh", "mul.hi.s16 $0, $1, $2;",
     [](const Sources& s) { return u64{static_cast<u16>((s32{s16(s.h(1))} * s16(s.h(2))) >> 16)}; }},
    {"rhh", "mul.wide.u16 $0, $1, $2;", [](const Sources& s) { return u64{s.h(1)} * s.h(2); }},
    {"hr", "cvt.sat.s16.s32 $0, $1;", [](const Sources& s) { return u64{static_cast<u16>(std::clamp(s.i(1), -32768, 32767))}; }},
    {"rh", "cvt.s32.s16 $0, $1;", [](const Sources& s) { return whole(s16(s.h(1))); }},
    {"rr", "cvt.s32.s8 $0, $1;", [](const Sources& s) { return whole(static_cast<std::int8_t>(s.r(1))); }},
    {"lr", "cvt.s64.s32 $0, $1;", [](const Sources& s) { return static_cast<u64>(s64{s.i(1)}); }},
    {"rl", "cvt.u32.u64 $0, $1;", [](const Sources& s) { return low(s.l(1)); }},
    {"rl", "cvt.sat.s32.s64 $0, $1;",
     [](const Sources& s) { return whole(static_cast<s32>(std::clamp(s.k(1), s64{-2147483648}, s64{2147483647}))); }},
    {"lll", "add.u64 $0, $1, $2;", [](const Sources& s) { return s.l(1) + s.l(2); }},
    {"lll",
     "mov.b64 {%r8, %r9}, $1; cvt.u32.u64 %r10, $2; sub.cc.u32 %r8, %r8, %r10; shr.u64 %l9, $2, 32; cvt.u32.u64 %r10, %l9; "
     "subc.u32 %r9, %r9, %r10; mov.b64 $0, {%r8, %r9};",
     [](const Sources& s) { return s.l(1) - s.l(2); }},
    {"lll", "mul.lo.s64 $0, $1, $2;", [](const Sources& s) { return s.l(1) * s.l(2); }},
    {"lll", "mul.hi.s64 $0, $1, $2;", [](const Sources& s) { return static_cast<u64>(high(s.k(1), s.k(2))); }},
    {"lll", "or.b64 %l9, $2, 1; rem.u64 $0, $1, %l9;", [](const Sources& s) { return s.l(1) % (s.l(2) | 1); }},
    {"lll", "max.s64 $0, $1, $2;", [](const Sources& s) { return static_cast<u64>(std::max(s.k(1), s.k(2))); }},
    {"llr", "shr.s64 $0, $1, $2;", [](const Sources& s) { return static_cast<u64>(s.k(1) >> std::min(s.r(2), 63u)); }},
    {"llr", "shl.b64 $0, $1, $2;", [](const Sources& s) { return s.r(2) > 63 ? u64{0} : s.l(1) << s.r(2); }},
    {"rl", "popc.b64 $0, $1;", [](const Sources& s) { return static_cast<u64>(std::popcount(s.l(1))); }},
    {"lrr", "mov.b64 $0, {$1, $2};", [](const Sources& s) { return u64{s.r(2)} << 32 | s.r(1); }},
    // Predicates.
    {"prr", "setp.lt.s32 $0, $1, $2;", [](const Sources& s) { return u64{s.i(1) < s.i(2)}; }},
    {"prrp", "setp.hi.or.u32 $0, $1, $2, !$3;", [](const Sources& s) { return u64{s.r(1) > s.r(2) || !s.p(3)}; }},
    {"pll", "setp.ge.u64 $0, $1, $2;", [](const Sources& s) { return u64{s.l(1) >= s.l(2)}; }},
    {"pff", "setp.leu.f32 $0, $1, $2;", [](const Sources& s) { return u64{!(s.f(1) > s.f(2))}; }},
    {"pgg", "setp.num.f64 $0, $1, $2;", [](const Sources& s) { return u64{!std::isnan(s.g(1)) && !std::isnan(s.g(2))}; }},
    {"pgg", "setp.ne.f64 $0, $1, $2;", [](const Sources& s) { return u64{s.g(1) < s.g(2) || s.g(1) > s.g(2)}; }},
    {"ppp", "xor.pred $0, $1, $2;", [](const Sources& s) { return u64{s.p(1) != s.p(2)}; }},
    {"pf", "testp.subnormal.f32 $0, $1;", [](const Sources& s) { return u64{std::fpclassify(s.f(1)) == FP_SUBNORMAL}; }},
    {"rrrp", "selp.b32 $0, $1, $2, $3;", [](const Sources& s) { return u64{s.p(3) ? s.r(1) : s.r(2)}; }},
    {"rrrf", "slct.u32.f32 $0, $1, $2, $3;", [](const Sources& s) { return u64{s.f(3) >= 0 ? s.r(1) : s.r(2)}; }},
    {"rff", "set.gtu.u32.f32 $0, $1, $2;", [](const Sources& s) { return !(s.f(1) <= s.f(2)) ? u64{0xffffffff} : 0; }},
    // Floating point, rounded to nearest as C++ does.
    {"fff", "add.f32 $0, $1, $2;", [](const Sources& s) { return bits(s.f(1) + s.f(2)); }},
    {"fff", "sub.rn.f32 $0, $1, $2;", [](const Sources& s) { return bits(s.f(1) - s.f(2)); }},
    {"fff", "mul.f32 $0, $1, $2;", [](const Sources& s) { return bits(s.f(1) * s.f(2)); }},
    {"fff", "mul.ftz.f32 $0, $1, $2;", [](const Sources& s) { return bits(flushed(flushed(s.f(1)) * flushed(s.f(2)))); }},
    {"fff", "add.sat.f32 $0, $1, $2;", [](const Sources& s) { return bits(saturated(s.f(1) + s.f(2))); }},
    {"ffff", "fma.rn.f32 $0, $1, $2, $3;", [](const Sources& s) { return bits(std::fma(s.f(1), s.f(2), s.f(3))); }},
    {"fff", "div.rn.f32 $0, $1, $2;", [](const Sources& s) { return bits(s.f(1) / s.f(2)); }},
    {"ff", "sqrt.rn.f32 $0, $1;", [](const Sources& s) { return bits(std::sqrt(s.f(1))); }},
    {"ff", "rcp.rn.f32 $0, $1;", [](const Sources& s) { return bits(1 / s.f(1)); }},
    {"fff", "min.f32 $0, $1, $2;", [](const Sources& s) { return bits(lesser(s.f(1), s.f(2))); }},
    {"fff", "max.f32 $0, $1, $2;", [](const Sources& s) { return bits(greater(s.f(1), s.f(2))); }},
    {"ff", "abs.f32 $0, $1;", [](const Sources& s) { return bits(std::abs(s.f(1))); }},
    {"ff", "neg.f32 $0, $1;", [](const Sources& s) { return bits(-s.f(1)); }},
    {"ggg", "add.f64 $0, $1, $2;", [](const Sources& s) { return bits(s.g(1) + s.g(2)); }},
    {"ggg", "mul.f64 $0, $1, $2;", [](const Sources& s) { return bits(s.g(1) * s.g(2)); }},
    {"gggg", "fma.rn.f64 $0, $1, $2, $3;", [](const Sources& s) { return bits(std::fma(s.g(1), s.g(2), s.g(3))); }},
    {"ggg", "div.rn.f64 $0, $1, $2;", [](const Sources& s) { return bits(s.g(1) / s.g(2)); }},
    {"gg", "sqrt.rn.f64 $0, $1;", [](const Sources& s) { return bits(std::sqrt(s.g(1))); }},
    {"ggg", "min.f64 $0, $1, $2;", [](const Sources& s) { return bits(lesser(s.g(1), s.g(2))); }},
    {"ffff", "min.f32 $0, $1, $2, $3;", [](const Sources& s) { return bits(lesser(lesser(s.f(1), s.f(2)), s.f(3))); }},
    {"ffff", "max.abs.f32 $0, $1, $2, $3;",
     [](const Sources& s) { return bits(greater(greater(std::abs(s.f(1)), std::abs(s.f(2))), std::abs(s.f(3)))); }},
    {"lll", "add.f32x2 $0, $1, $2;",
     [](const Sources& s) { return pair_of(lower(s.l(1)) + lower(s.l(2)), upper(s.l(1)) + upper(s.l(2))); }},
    {"lll", "mul.ftz.f32x2 $0, $1, $2;",
     [](const Sources& s) {
       return pair_of(flushed(flushed(lower(s.l(1))) * flushed(lower(s.l(2)))),
                      flushed(flushed(upper(s.l(1))) * flushed(upper(s.l(2)))));
     }},
    {"llll", "fma.rn.f32x2 $0, $1, $2, $3;",
     [](const Sources& s) {
       return pair_of(std::fma(lower(s.l(1)), lower(s.l(2)), lower(s.l(3))),
                      std::fma(upper(s.l(1)), upper(s.l(2)), upper(s.l(3))));
     }},
    {"fhf", "sub.f32.bf16 $0, $1, $2;", [](const Sources& s) { return bits(of_bf16(s.h(1)) - s.f(2)); }},
    {"fhhf", "fma.rn.sat.f32.bf16 $0, $1, $2, $3;",
     [](const Sources& s) { return bits(saturated(std::fma(of_bf16(s.h(1)), of_bf16(s.h(2)), s.f(3)))); }},
    // Between integers and floating point.
    {"fr", "cvt.rn.f32.s32 $0, $1;", [](const Sources& s) { return bits(static_cast<f32>(s.i(1))); }},
    {"fl", "cvt.rn.f32.u64 $0, $1;", [](const Sources& s) { return bits(static_cast<f32>(s.l(1))); }},
    {"gl", "cvt.rn.f64.s64 $0, $1;", [](const Sources& s) { return bits(static_cast<f64>(s.k(1))); }},
    {"gf", "cvt.f64.f32 $0, $1;", [](const Sources& s) { return bits(static_cast<f64>(s.f(1))); }},
    {"fg", "cvt.rn.f32.f64 $0, $1;", [](const Sources& s) { return bits(static_cast<f32>(s.g(1))); }},
    {"rf", "cvt.rzi.s32.f32 $0, $1;", [](const Sources& s) { return whole(clamped<s32>(std::trunc(s.f(1)))); }},
    {"rf", "cvt.rni.u32.f32 $0, $1;", [](const Sources& s) { return u64{clamped<u32>(std::nearbyint(s.f(1)))}; }},
    {"lg", "cvt.rmi.s64.f64 $0, $1;", [](const Sources& s) { return static_cast<u64>(clamped<s64>(std::floor(s.g(1)))); }},
    {"ff", "cvt.rpi.f32.f32 $0, $1;", [](const Sources& s) { return bits(std::ceil(s.f(1))); }},
};

}  // namespace warplens::differential
