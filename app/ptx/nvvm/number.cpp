#include "ptx/nvvm/number.h"

#include <bit>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace warplens::ptx::nvvm {
namespace {

using Words = std::vector<std::uint64_t>;

/// words = words * factor + digit; false if that needs more words.
bool append_digit(Words& words, std::uint64_t factor, std::uint64_t digit) {
  for (std::uint64_t& word : words) {
    const std::uint64_t low = (word & 0xffffffffu) * factor + digit;
    const std::uint64_t high = (word >> 32) * factor + (low >> 32);
    word = high << 32 | (low & 0xffffffffu);
    digit = high >> 32;
  }
  return digit == 0;
}

bool bit_of(const Words& words, std::uint32_t bit) { return words[bit / 64] >> bit % 64 & 1; }

bool zero_from(const Words& words, std::uint32_t bit) {
  if (bit / 64 < words.size() && words[bit / 64] >> bit % 64 != 0) return false;
  for (std::size_t i = bit / 64 + 1; i < words.size(); ++i) {
    if (words[i] != 0) return false;
  }
  return true;
}

void negate(Words& words) {
  bool carry = true;
  for (std::uint64_t& word : words) {
    word = ~word + (carry ? 1 : 0);
    carry = carry && word == 0;
  }
}

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// A double's bits in a format with fewer bits, rounded to nearest even; a NaN keeps the upper bits of its fraction.
std::uint64_t narrowed(std::uint64_t bits, int exponent_bits, int fraction_bits) {
  const std::uint64_t fraction = bits & ((1ull << 52) - 1), top = (1ull << exponent_bits) - 1;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t sign = (bits >> 63) << (exponent_bits + fraction_bits), infinity = top << fraction_bits;
  if (exponent == 0x7ff) {
    const std::uint64_t kept = fraction >> (52 - fraction_bits), quiet = 1ull << (fraction_bits - 1);
    return sign | infinity | (fraction != 0 && kept == 0 ? quiet : kept);
  }
  const int scaled = exponent - 1023 + static_cast<int>(top >> 1);
  const int shift = 52 - fraction_bits + (scaled <= 0 ? 1 - scaled : 0);
  if (exponent == 0 || shift > 54) return sign;
  const std::uint64_t significand = fraction | 1ull << 52, half = 1ull << (shift - 1);
  const std::uint64_t rest = significand & ((1ull << shift) - 1);
  std::uint64_t result = significand >> shift;
  if (rest > half || (rest == half && (result & 1) != 0)) ++result;
  // The leading one of a normal number adds 1 to the exponent.
  if (scaled > 0) result += static_cast<std::uint64_t>(scaled - 1) << fraction_bits;
  return sign | (result < infinity ? result : infinity);
}

}  // namespace

std::optional<std::vector<std::uint64_t>> integer_bits(std::string_view literal, std::uint32_t width) {
  const std::size_t size = (width + 63) / 64;
  Words words(size + 1, 0);  // one more, to see what does not fit
  const bool hexadecimal = literal.size() > 3 && (literal[0] == 'u' || literal[0] == 's');
  bool negative = literal[0] == '-';
  std::string_view digits = literal.substr(hexadecimal ? 3 : negative || literal[0] == '+' ? 1 : 0);
  while (digits.size() > 1 && digits[0] == '0' && literal[0] != 's') digits.remove_prefix(1);
  if (digits.size() > words.size() * 20) return std::nullopt;
  for (const char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (!append_digit(words, hexadecimal ? 16 : 10, static_cast<std::uint64_t>(digit))) return std::nullopt;
  }
  if (literal[0] == 's') {
    const auto top = static_cast<std::uint32_t>(digits.size() * 4 - 1);
    if (top / 64 < words.size() && bit_of(words, top)) {  // 2^(top + 1) - words, and negative
      for (std::uint32_t bit = top + 1; bit < words.size() * 64; ++bit) words[bit / 64] |= 1ull << bit % 64;
      negate(words);
      negative = true;
    }
  }
  if (negative) {
    Words most(size + 1, 0);
    most[(width - 1) / 64] = 1ull << (width - 1) % 64;  // the largest magnitude
    for (std::size_t i = words.size(); i-- > 0;) {
      if (words[i] > most[i]) return std::nullopt;
      if (words[i] < most[i]) break;
    }
    negate(words);
  } else if (!zero_from(words, width)) {
    return std::nullopt;
  }
  words.resize(size);
  if (width % 64 != 0) words.back() &= (1ull << width % 64) - 1;
  return words;
}

std::optional<std::uint64_t> floating_bits(std::string_view literal, TypeKind kind) {
  std::uint64_t bits = 0;
  if (literal.substr(0, 3) == "0xH" || literal.substr(0, 3) == "0xR") {
    const auto value = hexadecimal(literal.substr(3));
    const bool fits = kind == (literal[2] == 'H' ? TypeKind::half : TypeKind::bfloat);
    return value && fits && *value <= 0xffff ? value : std::nullopt;
  }
  if (literal.substr(0, 2) == "0x") {
    const auto value = hexadecimal(literal.substr(2));
    if (!value) return std::nullopt;
    bits = *value;
  } else {
    double value = 0;
    if (literal[0] == '+') literal.remove_prefix(1);
    const auto [end, code] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (code != std::errc() || end != literal.data() + literal.size()) return std::nullopt;
    bits = std::bit_cast<std::uint64_t>(value);
  }
  switch (kind) {
    case TypeKind::half:
      return narrowed(bits, 5, 10);
    case TypeKind::bfloat:
      return narrowed(bits, 8, 7);
    case TypeKind::float32:
      return narrowed(bits, 8, 23);
    case TypeKind::float64:
      return bits;
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::ptx::nvvm
