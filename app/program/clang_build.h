#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::program {

/// Runs a compiler with arguments; the error is the compiler's first one, its warnings are kept.
using RunCompiler = std::function<base::Status(const std::filesystem::path& compiler, const std::vector<std::string>& arguments)>;

struct ClangOptions {
  unsigned architecture = 75;        ///< of the kernels, compute capability times ten
  std::vector<std::string> of_user;  ///< -I, -D and -std
  bool openmp = false;               ///< the host's code uses OpenMP
};

/// Compile and link CUDA C++ (.cu), C++ and C files with clang and our own headers, without a toolkit: for each CUDA file first
/// the kernels to PTX, then the host's code with this PTX in it. Intermediate files, named by numbers, stay in the folder of
/// `output`.
base::Status build_with_clang(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources,
                              const ClangOptions& options, const std::filesystem::path& output, const RunCompiler& run);

}  // namespace warplens::program
