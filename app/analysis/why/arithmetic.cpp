#include "analysis/why/arithmetic.h"

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace warplens::analysis {
namespace {

template <typename Number>
std::optional<bool> compared(std::string_view sign, Number a, Number b) {
  if (sign == "<") return a < b;
  if (sign == "<=") return a <= b;
  if (sign == ">") return a > b;
  if (sign == ">=") return a >= b;
  if (sign == "==") return a == b;
  if (sign == "!=") return a != b;
  return std::nullopt;
}

template <std::integral Integer>
std::optional<std::uint64_t> of_integers(std::string_view sign, Integer a, Integer b) {
  using Unsigned = std::make_unsigned_t<Integer>;
  const auto ua = static_cast<Unsigned>(a), ub = static_cast<Unsigned>(b);
  const bool divides = b != 0 && !(std::is_signed_v<Integer> && ub == static_cast<Unsigned>(-1));
  const bool shifts = ub < std::numeric_limits<Unsigned>::digits;
  if (sign == "+") return static_cast<Unsigned>(ua + ub);
  if (sign == "-") return static_cast<Unsigned>(ua - ub);
  if (sign == "*") return static_cast<Unsigned>(ua * ub);
  if (sign == "&") return static_cast<Unsigned>(ua & ub);
  if (sign == "|") return static_cast<Unsigned>(ua | ub);
  if (sign == "^") return static_cast<Unsigned>(ua ^ ub);
  if (sign == "/" && divides) return static_cast<Unsigned>(a / b);
  if (sign == "%" && divides) return static_cast<Unsigned>(a % b);
  if (sign == "<<" && shifts) return static_cast<Unsigned>(ua << ub);
  if (sign == ">>" && shifts) return static_cast<Unsigned>(a >> b);
  if (sign == "min") return static_cast<Unsigned>(a < b ? a : b);
  if (sign == "max") return static_cast<Unsigned>(a < b ? b : a);
  return std::nullopt;
}

template <std::floating_point Real, typename Bits>
std::optional<std::uint64_t> of_reals(std::string_view sign, std::uint64_t x, std::uint64_t y) {
  const Real a = std::bit_cast<Real>(static_cast<Bits>(x)), b = std::bit_cast<Real>(static_cast<Bits>(y));
  const auto bits = [](Real value) { return std::uint64_t{std::bit_cast<Bits>(value)}; };
  if (sign == "+") return bits(a + b);
  if (sign == "-") return bits(a - b);
  if (sign == "*") return bits(a * b);
  if (sign == "/") return bits(a / b);
  // Of two zeros, the one with the sign is less.
  if (sign == "min") return a == b ? x | y : bits(std::fmin(a, b));
  if (sign == "max") return a == b ? x & y : bits(std::fmax(a, b));
  return std::nullopt;
}

}  // namespace

bool is_real(ptx::Type type) { return ptx::kind(type) == ptx::TypeKind::floating; }

std::optional<std::uint64_t> computed(std::string_view sign, ptx::Type type, std::span<const std::uint64_t> operands) {
  if (operands.size() != 2) return std::nullopt;
  const std::uint64_t a = operands[0], b = operands[1];
  if (sign == "&&") return std::uint64_t{a != 0 && b != 0};
  if (sign == "||") return std::uint64_t{a != 0 || b != 0};
  const bool real = is_real(type), is_signed = ptx::kind(type) == ptx::TypeKind::signed_integer;
  const int width = ptx::bits(type);
  const auto of = [&]<typename Number>(Number x, Number y, const auto& arithmetic) -> std::optional<std::uint64_t> {
    if (const auto truth = compared(sign, x, y)) return std::uint64_t{*truth};
    return arithmetic();
  };
  if (real && width == 32)
    return of(std::bit_cast<float>(static_cast<std::uint32_t>(a)), std::bit_cast<float>(static_cast<std::uint32_t>(b)),
              [&] { return of_reals<float, std::uint32_t>(sign, a, b); });
  if (real && width == 64)
    return of(std::bit_cast<double>(a), std::bit_cast<double>(b), [&] { return of_reals<double, std::uint64_t>(sign, a, b); });
  const auto integers = [&]<typename Integer>(Integer x, Integer y) { return of(x, y, [&] { return of_integers(sign, x, y); }); };
  if (width == 32 && is_signed) return integers(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
  if (width == 32 && !real) return integers(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  if (width == 64 && is_signed) return integers(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
  if (width == 64 && !real) return integers(a, b);
  return std::nullopt;
}

std::optional<std::uint64_t> converted(std::uint64_t bits, ptx::Type from, ptx::Type to) {
  const int from_width = ptx::bits(from), to_width = ptx::bits(to);
  const auto masked = [&](std::uint64_t value) { return to_width == 64 ? value : value & ((std::uint64_t{1} << to_width) - 1); };
  const bool is_signed = ptx::kind(from) == ptx::TypeKind::signed_integer;
  const std::uint64_t sign = std::uint64_t{1} << (from_width - 1);
  const std::uint64_t extended = is_signed && from_width < 64 && (bits & sign) != 0 ? bits | ~(2 * sign - 1) : bits;
  if (!is_real(from) && !is_real(to)) return masked(extended);
  const bool wide_from = from_width == 64, wide_to = to_width == 64;
  if (is_real(from) && (!is_real(to) || (from_width != 32 && !wide_from))) return std::nullopt;
  if (to_width != 32 && !wide_to) return std::nullopt;
  const double value =
      is_real(from) ? (wide_from ? std::bit_cast<double>(bits) : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))})
      : is_signed   ? static_cast<double>(static_cast<std::int64_t>(extended))
                    : static_cast<double>(extended);
  if (wide_to) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

}  // namespace warplens::analysis
