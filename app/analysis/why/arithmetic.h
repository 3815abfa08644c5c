#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ptx/type.h"

namespace warplens::analysis {

bool is_real(ptx::Type type);  ///< a floating-point type

/// The bits of `sign` applied to operands of `type`, as the PTX ISA says for integers of 32 and 64 bits and for .f32 and .f64
/// rounded to nearest; comparisons, && and || give 0 or 1. Nothing for other operations and types, and for a division by zero.
std::optional<std::uint64_t> computed(std::string_view sign, ptx::Type type, std::span<const std::uint64_t> operands);

/// Convert a number between integer types, or to .f32 or .f64, rounded to nearest. Nothing for other conversions.
std::optional<std::uint64_t> converted(std::uint64_t bits, ptx::Type from, ptx::Type to);

}  // namespace warplens::analysis
