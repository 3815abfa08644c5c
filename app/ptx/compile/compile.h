#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// A compiler found on this machine that makes PTX of CUDA C++.
struct Compiler {
  std::string name;            ///< "nvrtc", "nvcc", "clang"
  std::filesystem::path path;  ///< the program, or NVRTC's library
  std::string version;
};

/// The compilers here, best first: NVRTC, which answers soonest, nvcc (on PATH or in /usr/local/cuda/bin), then clang. The
/// environment variable WARPLENS_COMPILER=nvrtc|nvcc|clang leaves only that one.
std::vector<Compiler> find_compilers();

/// What decides, besides a source, which PTX is made of it.
struct CompilerSetup {
  std::size_t compilers = 0;  ///< found on this machine
  std::string identity;       ///< each compiler's path, version, size and time, the options, and the environment that they heed
  std::vector<std::filesystem::path> sources;  ///< files that are included before the source's first line
};
CompilerSetup compiler_setup();

/// Compile a .cu file to PTX text with the first compiler found, with source lines kept. What NVRTC refuses, because of host code
/// for instance, goes on to the next; what another refuses has a mistake. The error carries the compiler's first message with its
/// file, line and column, or says that no compiler was found and what to install.
base::Result<std::string> compile(const std::filesystem::path& source);

/// PTX text of a .cu file (compiled) or a .ptx file (read).
base::Result<std::string> load(const std::filesystem::path& source);

}  // namespace warplens::ptx
