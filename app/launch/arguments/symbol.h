#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// One `--symbol`: `NAME=ARG` with ARG in the forms of `--arg`; a number is a buffer of one element. Buffer::name of the result
/// is the variable's name in the module. Errors: an unknown name, with the names there are; a value that is larger than the
/// variable or, where the PTX says what the variable is made of, of another type.
base::Result<Buffer> parse_symbol(const ptx::Module& module, std::string_view text, std::uint64_t seed);

/// What a variable's content is read as: its own type, or bytes (u8) where the PTX says no more than that, as it does of arrays.
ElementType element_type_of(const ptx::Variable& variable);

/// Whether Launch::symbols and saved_symbols name variables of the module, and the values fit in them.
base::Status check_symbols(const Launch& launch);

}  // namespace warplens::launch
