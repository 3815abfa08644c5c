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

/// Limits of each run of a compiler.
struct BuildLimits {
  std::chrono::seconds time{120};
  std::uint64_t memory = 0;  ///< bytes of address space; 0: any number
  /// A command prefix to run the compiler in a sandbox that allows writes to the folder of `output`.
  std::vector<std::string> wrapper{};
  std::vector<std::filesystem::path>
      visible{};  ///< with a wrapper: all files and folders that compilers see, apart from the system's
};

/// The compute capability, times ten, that sources are compiled for: the user's choice, or what all of them need.
unsigned architecture_for(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options);

/// Compile and link CUDA C++ and C++ files to the executable `output`, against our CUDA runtime: with nvcc, else with clang.
/// Intermediate files stay in its folder.
/// An executable in `store` from the same files, compilers and options is reused. Errors: the first error in the sources, with
/// its place; the names of CUDA functions that Warplens lacks; no compiler; a limit exceeded. Returns the compilers' warnings,
/// each with its file and line.
base::Result<std::vector<base::Error>> build(const std::vector<std::filesystem::path>& sources,
                                             const ptx::CompileOptions& options, const std::filesystem::path& output,
                                             const BuildLimits& limits = {},
                                             const ptx::ContentStore& store = ptx::ContentStore(""));

/// The user's store of executables that were built before, at most 256 MiB.
ptx::ContentStore executable_store();

/// Like build(), but for a GPU: link to the toolkit's own CUDA runtime, a shared library. The executable holds the kernels as
/// PTX, which the driver compiles. Further errors: no toolkit, or one without that library.
base::Status build_for_gpu(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const BuildLimits& limits = {});

/// The folder of our CUDA runtime that replaces NVIDIA's libcudart.so of this version. Programs that we build link to version
/// 13.
std::filesystem::path library_folder(int version = 13);

}  // namespace warplens::program
