#pragma once

#include <optional>
#include <string_view>

#include "launch/arguments/value.h"

namespace warplens::launch {

/// The element type that C++ and CUDA call `type`: "float", "unsigned long long", "size_t", "std::uint8_t"; the words may stand
/// in any order. Sizes are those of 64-bit Linux (LP64: `long` has 64 bits), as nvcc compiles for. Nothing for other types.
std::optional<ElementType> element_type_in_c(std::string_view type);

/// The element type of either name, "f32" or "float".
std::optional<ElementType> element_type_written(std::string_view type);

}  // namespace warplens::launch
