#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::program {

/// Runs a compiler with arguments; the error is the compiler's first one, its warnings are kept.
using RunCompiler = std::function<base::Status(const std::filesystem::path& compiler, const std::vector<std::string>& arguments)>;

/// Compile and link CUDA C++ (.cu) and C++ files with clang and our own headers, without a toolkit: for each CUDA file first the
/// kernels to PTX, then the host's code with this PTX in it. `options`: the user's -I, -D and -std. Intermediate files, named by
/// numbers, stay in the folder of `output`.
base::Status build_with_clang(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources,
                              unsigned architecture, const std::vector<std::string>& options, const std::filesystem::path& output,
                              const RunCompiler& run);

}  // namespace warplens::program
