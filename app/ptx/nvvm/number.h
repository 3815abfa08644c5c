#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// Value of an integer literal (12, -3, u0x1F, s0xFF) of `width` bits as Constant::bits; nothing if it does not fit.
std::optional<std::vector<std::uint64_t>> integer_bits(std::string_view literal, std::uint32_t width);

/// Value of a floating literal as the bits of a type of this kind; nothing if it is malformed or of another type. Decimals and 0x
/// are values of double, rounded to nearest even.
std::optional<std::uint64_t> floating_bits(std::string_view literal, TypeKind kind);

}  // namespace warplens::ptx::nvvm
