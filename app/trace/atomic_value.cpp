#include "trace/atomic_value.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warplens::trace {
namespace {

using ptx::AtomicOp;
using ptx::Type;

/// A format of 16 bits: 1 sign bit, exponent, fraction.
struct Half {
  int fraction_bits, lowest_exponent, bias;
};
constexpr Half f16{10, -14, 15}, bf16{7, -126, 127};

double widened(std::uint32_t bits, const Half& format) {
  const int exponent = static_cast<int>((bits & 0x7fff) >> format.fraction_bits);
  const auto fraction = static_cast<double>(bits & ((1u << format.fraction_bits) - 1));
  const double one = static_cast<double>(1u << format.fraction_bits);
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent > 2 * format.bias) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction / one, format.lowest_exponent);
  return sign * std::ldexp(1 + fraction / one, exponent - format.bias);
}

/// Rounded to nearest, ties to even.
std::uint32_t narrowed(double value, const Half& format) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const auto infinity = static_cast<std::uint32_t>(2 * format.bias + 1) << format.fraction_bits;
  if (std::isnan(value)) return 0x7fff;
  if (value == 0 || std::isinf(value)) return sign | (value == 0 ? 0 : infinity);
  const int exponent = std::max(std::ilogb(value), format.lowest_exponent);
  // In units of the last place; a carry out of the fraction goes into the exponent by itself.
  const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(std::fabs(value), format.fraction_bits - exponent)));
  const auto above = static_cast<std::uint32_t>(exponent - format.lowest_exponent) << format.fraction_bits;
  return sign | std::min(units + above, infinity);
}

/// The sum in double has more than twice the bits of the format and two: rounded again it is the rounded exact sum.
std::uint64_t half_sum(std::uint64_t a, std::uint64_t b, const Half& format) {
  const auto low = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits & 0xffff); };
  return narrowed(widened(low(a), format) + widened(low(b), format), format);
}

std::uint64_t pair_sum(std::uint64_t a, std::uint64_t b, const Half& format) {
  return half_sum(a, b, format) | half_sum(a >> 16, b >> 16, format) << 16;
}

template <typename Float, typename Bits>
std::uint64_t float_sum(std::uint64_t a, std::uint64_t b) {
  const Float sum = std::bit_cast<Float>(static_cast<Bits>(a)) + std::bit_cast<Float>(static_cast<Bits>(b));
  if (std::isnan(sum)) return sizeof(Bits) == 4 ? 0x7fffffffu : 0x7ff8000000000000u;
  return std::bit_cast<Bits>(sum);
}

std::uint64_t sum(Type type, std::uint64_t a, std::uint64_t b) {
  switch (type) {
    case Type::f32:
      return float_sum<float, std::uint32_t>(a, b);
    case Type::f64:
      return float_sum<double, std::uint64_t>(a, b);
    case Type::f16:
      return half_sum(a, b, f16);
    case Type::bf16:
      return half_sum(a, b, bf16);
    case Type::f16x2:
      return pair_sum(a, b, f16);
    case Type::bf16x2:
      return pair_sum(a, b, bf16);
    default:
      return a + b;
  }
}

/// Whether a < b as numbers of the type.
bool less(Type type, std::uint64_t a, std::uint64_t b) {
  if (kind(type) != ptx::TypeKind::signed_integer) return a < b;
  const std::uint64_t sign = std::uint64_t{1} << (bits(type) - 1);
  return (a ^ sign) < (b ^ sign);
}

}  // namespace

std::uint64_t atomic_value(const ptx::Instruction& instruction, std::uint64_t old, std::uint64_t b, std::uint64_t c) {
  const Type type = instruction.type;
  const std::uint64_t mask = bits(type) >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits(type)) - 1;
  const auto value = [&] {
    switch (instruction.modifiers.atomic) {
      case AtomicOp::add:
        return sum(type, old, b);
      case AtomicOp::min:
        return less(type, b, old) ? b : old;
      case AtomicOp::max:
        return less(type, old, b) ? b : old;
      case AtomicOp::inc:
        return old >= b ? 0 : old + 1;
      case AtomicOp::dec:
        return old == 0 || old > b ? b : old - 1;
      case AtomicOp::and_:
        return old & b;
      case AtomicOp::or_:
        return old | b;
      case AtomicOp::xor_:
        return old ^ b;
      case AtomicOp::exch:
        return b;
      case AtomicOp::cas:
        return old == b ? c : old;
      default:
        return old;
    }
  };
  return value() & mask;
}

}  // namespace warplens::trace
