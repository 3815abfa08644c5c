#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::ptx {

/// Make an error of the functions that a linker (ld or lld) reports as missing. `why`: what to say of functions of CUDA, such as
/// "which Warplens does not have". Nothing: none is missing.
std::optional<base::Error> missing_function_error(const std::string& output, const std::string& why);

/// Why our runtime lacks functions of CUDA.
inline constexpr const char* not_in_our_runtime =
    "which Warplens does not have: textures, arrays, graphs and CUDA's libraries are left out";

}  // namespace warplens::ptx
