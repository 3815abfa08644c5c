#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/parse/lexer.h"
#include "ptx/type.h"

// Literals and integer constant expressions (PTX ISA, "Constants").

namespace warplens::ptx {

/// The name of a constant: the number of lanes of a warp.
inline constexpr std::string_view warp_size_name = "WARP_SZ";

/// Whether a literal or a constant expression begins here. A `!` before a name is a negated predicate.
bool at_constant(const Cursor& cursor);

/// Parse a literal, or an integer constant expression, whose value is computed in 64 bits. Returns its bits in `type`,
/// zero-extended to 64 bits. Errors: no constant, one that is not of this type, a division by zero, too deep a nesting.
std::uint64_t parse_constant(Cursor& cursor, Type type);

}  // namespace warplens::ptx
