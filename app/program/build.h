#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::program {

/// Compile and link CUDA C++ and C++ files to the executable `output`, against our CUDA runtime: with nvcc, else with clang.
/// Errors: the first one in the sources, with its place; functions of CUDA that Warplens does not have, by name; no compiler.
base::Status build(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                   const std::filesystem::path& output);

/// The folder with our CUDA runtime in the version that `version` names, as NVIDIA's libcudart.so.13: the one for 13, to which
/// built programs link.
std::filesystem::path library_folder(int version = 13);

}  // namespace warplens::program
