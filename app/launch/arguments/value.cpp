#include "launch/arguments/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/names.h"
#include "base/split_list.h"
#include "launch/arguments/element_type.h"

namespace warplens::launch {
namespace {

static_assert(std::endian::native == std::endian::little);

struct TypeRow {
  std::string_view name;
  std::uint8_t bytes;
  bool floating, is_signed;
};

/// One row per ElementType, in the order of the enumeration.
constexpr std::array<TypeRow, base::enumerators<ElementType>> types{{{"i8", 1, false, true},
                                                                     {"u8", 1, false, false},
                                                                     {"i16", 2, false, true},
                                                                     {"u16", 2, false, false},
                                                                     {"i32", 4, false, true},
                                                                     {"u32", 4, false, false},
                                                                     {"i64", 8, false, true},
                                                                     {"u64", 8, false, false},
                                                                     {"f32", 4, true, true},
                                                                     {"f64", 8, true, true}}};

static_assert(!types.back().name.empty(), "a row for each type");

constexpr const TypeRow& row(ElementType type) { return types[static_cast<std::size_t>(type)]; }

template <typename T>
Scalar scalar_of(ElementType type, T value) {
  Scalar scalar{type, 0};
  std::memcpy(&scalar.bits, &value, sizeof value);
  return scalar;
}

template <typename T>
T value_of(const Scalar& scalar) {
  T value;
  std::memcpy(&value, &scalar.bits, sizeof value);
  return value;
}

base::Error not_a(ElementType type, std::string_view text) {
  return base::error("'" + std::string(text) + "' is not " + (row(type).floating ? "a number" : "a whole number"));
}

base::Error out_of_range(ElementType type, std::string_view text) {
  return base::error(std::string(text) + " does not fit in " + std::string(name(type)));
}

template <typename T>
base::Result<Scalar> parse_integer(ElementType type, std::string_view text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  int radix = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2), radix = 16;
  std::uint64_t magnitude = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, radix);
  if (code == std::errc::invalid_argument || end != digits.data() + digits.size()) return not_a(type, text);
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t limit = !negative ? largest : std::is_signed_v<T> ? largest + 1 : 0;
  if (code == std::errc::result_out_of_range || magnitude > limit) return out_of_range(type, text);
  return scalar_of(type, static_cast<T>(negative ? 0 - magnitude : magnitude));
}

template <typename T>
base::Result<Scalar> parse_floating(ElementType type, std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  if (digits.starts_with('-') && digits.size() != text.size()) return not_a(type, text);
  T value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (code == std::errc::invalid_argument || end != digits.data() + digits.size()) return not_a(type, text);
  if (code == std::errc::result_out_of_range) return out_of_range(type, text);
  return scalar_of(type, value);
}

/// Whether the integer part of `value` is in the range of T. The bounds are powers of two and therefore exact in double.
template <typename T>
bool holds(double value) {
  const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const double below = std::is_signed_v<T> ? -above : 0.0;
  const double whole = std::trunc(value);
  return whole >= below && whole < above;
}

template <typename T>
std::string shortest(T value) {
  std::array<char, 64> text;
  return std::string(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

}  // namespace

std::string_view name(ElementType type) { return row(type).name; }
std::size_t bytes(ElementType type) { return row(type).bytes; }
bool is_floating(ElementType type) { return row(type).floating; }
bool is_signed(ElementType type) { return row(type).is_signed; }

std::optional<ElementType> element_type_named(std::string_view name) {
  for (std::size_t index = 0; index < types.size(); ++index)
    if (types[index].name == name) return static_cast<ElementType>(index);
  return std::nullopt;
}

base::Result<Scalar> parse_scalar(ElementType type, std::string_view text) {
  return with_type(type, [&](auto zero) -> base::Result<Scalar> {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      return parse_floating<T>(type, text);
    else
      return parse_integer<T>(type, text);
  });
}

base::Result<Scalar> make_scalar(ElementType type, double value) {
  return with_type(type, [&](auto zero) -> base::Result<Scalar> {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, float>) {
      // From the largest float plus half a unit in its last place on, rounding gives infinity.
      if (std::isfinite(value) && std::abs(value) >= 0x1.ffffffp127) return out_of_range(type, shortest(value));
      return scalar_of(type, static_cast<float>(value));
    } else if constexpr (std::is_same_v<T, double>) {
      return scalar_of(type, value);
    } else {
      if (!holds<T>(value)) return out_of_range(type, shortest(value));
      return scalar_of(type, static_cast<T>(value));
    }
  });
}

double to_double(const Scalar& scalar) {
  return with_type(scalar.type, [&](auto zero) { return static_cast<double>(value_of<decltype(zero)>(scalar)); });
}

std::string to_text(const Scalar& scalar) {
  return with_type(scalar.type, [&](auto zero) { return shortest(value_of<decltype(zero)>(scalar)); });
}

Scalar element(ElementType type, const Bytes& data, std::uint64_t index) {
  Scalar scalar{type, 0};
  const std::size_t width = bytes(type);
  std::memcpy(&scalar.bits, data.data() + index * width, width);
  return scalar;
}

void set_element(ElementType type, Bytes& data, std::uint64_t index, double value) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    T stored;
    if constexpr (std::is_floating_point_v<T>)
      stored = static_cast<T>(value);
    else if (holds<T>(value))
      stored = static_cast<T>(value);
    else
      stored = std::isnan(value) ? T{0} : value < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    std::memcpy(data.data() + index * sizeof stored, &stored, sizeof stored);
  });
}

namespace {

/// The remainder that is not negative.
std::int64_t remainder(std::int64_t dividend, std::int64_t divisor) { return (dividend % divisor + divisor) % divisor; }

/// "3, 17"
std::string indices_text(std::int64_t element, const std::vector<std::uint64_t>& extents) {
  std::string text;
  for (std::size_t k = extents.size(); k-- > 1;) {
    const auto extent = static_cast<std::int64_t>(std::max<std::uint64_t>(extents[k], 1));
    const std::int64_t index = remainder(element, extent);
    text = fmt::format(", {}", index) + text;
    element = (element - index) / extent;
  }
  return std::to_string(element) + text;
}

}  // namespace

std::string element_index(std::int64_t element, const Indexing& indexing) {
  if (indexing.fields.empty()) return indices_text(element, indexing.extents);
  const auto count = static_cast<std::int64_t>(indexing.fields.size());
  const std::int64_t field = remainder(element, count);
  return fmt::format("{}.{}", (element - field) / count, indexing.fields[static_cast<std::size_t>(field)]);
}

std::optional<std::uint64_t> element_at(std::string_view indices, const std::vector<std::uint64_t>& extents) {
  const std::vector<std::string> texts = base::split_list(indices, "");
  const auto commas = static_cast<std::size_t>(std::ranges::count(indices, ','));  // split_list() leaves out empty parts
  if (texts.size() != commas + 1 || (texts.size() != 1 && texts.size() != extents.size())) return std::nullopt;
  std::uint64_t element = 0;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const auto index = parse_scalar(ElementType::u64, texts[k]);
    if (!index || (texts.size() > 1 && index->bits >= extents[k])) return std::nullopt;
    element = (texts.size() > 1 ? element * extents[k] : 0) + index->bits;
  }
  return element;
}

std::string shape_text(const std::vector<std::uint64_t>& extents) {
  return fmt::format("({}{})", fmt::join(extents, ", "), extents.size() == 1 ? "," : "");
}

std::string element_name(std::string_view array, std::int64_t element, const Indexing& indexing) {
  const std::string index = element_index(element, indexing);
  if (indexing.fields.empty()) return fmt::format("{}[{}]", array, index);
  const std::size_t dot = index.find('.');
  return fmt::format("{}[{}]{}", array, index.substr(0, dot), index.substr(dot));
}

}  // namespace warplens::launch
