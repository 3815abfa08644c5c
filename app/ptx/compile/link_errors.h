#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// An error with the names of the functions that a linker (ld or lld) calls undefined in its `output`; nothing if there are none.
/// `why` is put after the names of CUDA's functions: "which Warplens does not have", for instance.
std::optional<base::Error> missing_function_error(const std::string& output, const std::string& why);

/// The functions of CUDA and its libraries among those that a linker calls undefined, by the names' prefixes; C's only.
std::vector<std::string> missing_cuda_functions(const std::string& output);

/// Why our runtime lacks functions of CUDA.
inline constexpr const char* not_in_our_runtime =
    "which Warplens does not have: mipmaps and most of CUDA's libraries are left out";

}  // namespace warplens::ptx
