#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "launch/arguments/value.h"

// Loops over elements whose type is known only at run time, with the switch over the type outside the loop.

namespace warplens::launch {

/// Call `visit` with a zero of the C++ type of an ElementType.
template <typename Visit>
auto with_type(ElementType type, Visit visit) {
  switch (type) {
    case ElementType::i8:
      return visit(std::int8_t{});
    case ElementType::u8:
      return visit(std::uint8_t{});
    case ElementType::i16:
      return visit(std::int16_t{});
    case ElementType::u16:
      return visit(std::uint16_t{});
    case ElementType::i32:
      return visit(std::int32_t{});
    case ElementType::u32:
      return visit(std::uint32_t{});
    case ElementType::i64:
      return visit(std::int64_t{});
    case ElementType::u64:
      return visit(std::uint64_t{});
    case ElementType::f32:
      return visit(float{});
    case ElementType::f64:
      break;
  }
  return visit(double{});
}

/// Call visit(index, value as double) for every whole element of `data`, in order.
template <typename Visit>
void for_each_element(ElementType type, std::span<const std::byte> data, Visit visit) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    for (std::uint64_t index = 0; index < data.size() / sizeof(T); ++index) {
      T value;
      std::memcpy(&value, data.data() + index * sizeof value, sizeof value);
      visit(index, static_cast<double>(value));
    }
  });
}

/// Find the element type for a C++ or CUDA type: "float", "unsigned long long", "size_t", "std::uint8_t"; the words may be in any
/// order. Sizes as in 64-bit Linux (LP64: `long` has 64 bits), for which nvcc compiles. Nothing for other types.
std::optional<ElementType> element_type_in_c(std::string_view type);

/// Find an element type by either of its names, "f32" or "float".
std::optional<ElementType> element_type_written(std::string_view type);

}  // namespace warplens::launch
