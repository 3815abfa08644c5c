#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::grade {

/// Compile a submission's kernel `source` to the PTX file `output` in a separate process with limits of time and memory: a
/// hostile text can make a compiler need any amount of both. `wrapper`: Sandbox::for_compiler(), with write access to the folder
/// of `output`, or empty. Errors: the compiler's first error, with its place; a limit exceeded.
base::Status compile_apart(const std::filesystem::path& source, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const std::vector<std::string>& wrapper);

}  // namespace warplens::grade
