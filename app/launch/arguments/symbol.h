#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Parse one `--symbol`: `NAME=ARG` with ARG in the forms of `--arg`; a scalar becomes a buffer of one element. Buffer::name of
/// the result is the variable's name in the module. Errors: an unknown name (the message lists the known names); a value larger
/// than the variable, or of another type if the PTX declares the variable's type. Relative files are in `folder`.
base::Result<Buffer> parse_symbol(const ptx::Module& module, std::string_view text, std::uint64_t seed,
                                  const std::filesystem::path& folder = {});

/// Element type for reading a variable: its declared type, or u8 if the PTX declares only bytes, as it does for arrays.
ElementType element_type_of(const ptx::Variable& variable);

/// Check that Launch::symbols and saved_symbols name variables of the module, and that the values fit.
base::Status check_symbols(const Launch& launch);

}  // namespace warplens::launch
