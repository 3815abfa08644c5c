#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/content_store.h"
#include "ptx/compile/options.h"

namespace warplens::program {

/// What each run of a compiler may take.
struct BuildLimits {
  std::chrono::seconds time{120};
  std::uint64_t memory = 0;  ///< bytes of address space; 0: any number
  /// A command that runs the compiler after it: a sandbox, in which the folder of `output` can be written.
  std::vector<std::string> wrapper{};
  std::vector<std::filesystem::path>
      visible{};  ///< with a wrapper: files and folders, all that compilers see apart from the system's
};

/// Compile and link CUDA C++ and C++ files to the executable `output`, against our CUDA runtime: with nvcc, else with clang.
/// Intermediate files stay in its folder.
/// What `store` has of the same files, compilers and options is not built again. Errors: the first one in the sources, with its
/// place; functions of CUDA that Warplens does not have, by name; no compiler; the limits.
base::Status build(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                   const std::filesystem::path& output, const BuildLimits& limits = {},
                   const ptx::ContentStore& store = ptx::ContentStore(""));

/// The user's executables that were built before, at most 256 MiB.
ptx::ContentStore executable_store();

/// The same against the toolkit's own CUDA runtime, as a shared library, for a GPU. The kernels are PTX in the executable, which
/// the driver compiles. Errors also: no toolkit, or one without that library.
base::Status build_for_gpu(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const BuildLimits& limits = {});

/// The folder with our CUDA runtime in the version that `version` names, as NVIDIA's libcudart.so.13: the one for 13, to which
/// built programs link.
std::filesystem::path library_folder(int version = 13);

}  // namespace warplens::program
