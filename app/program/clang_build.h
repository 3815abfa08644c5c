#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/build_step.h"

namespace warplens::program {

struct ClangOptions {
  unsigned architecture = 75;          ///< of the kernels, compute capability times ten
  std::vector<std::string> of_user;    ///< -I, -D and -std
  std::vector<std::string> of_host;    ///< of the user, for the host's code
  std::vector<std::string> libraries;  ///< of the user, for the linker
  bool openmp = false;                 ///< the host's code uses OpenMP
  bool relocatable = false;            ///< the user asks for relocatable device code
};

/// Compile and link CUDA C++ (.cu), C++ and C files with clang and our own headers, without a toolkit: for each CUDA file first
/// the kernels to PTX, then the host's code with this PTX in it. Where kernels use functions and variables of other sources, our
/// runtime links their PTX, whether the user asks for relocatable code or not. Intermediate files, named by numbers, stay in the
/// folder of `output`.
base::Result<std::string> build_with_clang(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources,
                                           const ClangOptions& options, const std::filesystem::path& output, const RunStep& run);

}  // namespace warplens::program
