#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::grade {

/// Compile a submission's kernel `source` to the PTX file `output` in a process of its own, which has limits of time and memory:
/// a text can make a compiler need any amount of both. `wrapper`: a compiler_sandbox(), in which the folder of `output` can be
/// written, or empty. Errors: the compiler's first, with its place; the limits.
base::Status compile_apart(const std::filesystem::path& source, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const std::vector<std::string>& wrapper);

}  // namespace warplens::grade
