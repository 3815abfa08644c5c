#pragma once

#include <optional>
#include <string_view>

#include "launch/arguments/value.h"

namespace warplens::launch {

/// Find the element type for a C++ or CUDA type: "float", "unsigned long long", "size_t", "std::uint8_t"; the words may be in any
/// order. Sizes as in 64-bit Linux (LP64: `long` has 64 bits), for which nvcc compiles. Nothing for other types.
std::optional<ElementType> element_type_in_c(std::string_view type);

/// Find an element type by either of its names, "f32" or "float".
std::optional<ElementType> element_type_written(std::string_view type);

}  // namespace warplens::launch
