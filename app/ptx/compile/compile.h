#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::ptx {

/// A compiler on this machine that compiles CUDA C++ to PTX.
struct Compiler {
  std::string name;            ///< "nvrtc", "nvcc", "clang"
  std::filesystem::path path;  ///< the program, or NVRTC's library
  std::string version;
};

/// The compilers of this machine, in order of preference: NVRTC, the fastest, nvcc (on PATH or in /usr/local/cuda/bin), then
/// clang. The environment variable WARPLENS_COMPILER=nvrtc|nvcc|clang selects one of them.
std::vector<Compiler> find_compilers();
/// Like find_compilers(), but with "" as the versions of nvcc and clang: asking for them takes some 50 ms.
std::vector<Compiler> locate_compilers();

/// Everything that determines the PTX, apart from the source.
struct CompilerSetup {
  std::size_t compilers = 0;  ///< number found on this machine
  std::string
      identity;  ///< each compiler's and ptxas's path, version, size and time, the options, and relevant environment variables
  std::vector<std::filesystem::path> sources;  ///< files included implicitly before the source
};
CompilerSetup compiler_setup(const CompileOptions& options = {});

/// Compile a .cu file to PTX text, with line information, using the first compiler found. The CompilerNotes are at its end, with
/// the registers of each kernel if there is a ptxas. If NVRTC refuses a source, because of host code for example, the next
/// compiler is tried; an error of another compiler is final. Errors: the compiler's first message with its file, line and column;
/// no compiler found, and what to install; those of read_sources().
base::Result<std::string> compile(const std::filesystem::path& source, const CompileOptions& options = {});

/// Get the PTX text of a .cu file (by compiling it), a .ll file (by our own back end, ptx/nvvm) or a .ptx file (by reading it).
base::Result<std::string> load(const std::filesystem::path& source, const CompileOptions& options = {});

/// Arguments for clang: to compile the kernels of a CUDA file to PTX with our own headers, optimised; and to compile its host
/// code to a program that uses our CUDA runtime. And the folder of the headers that a source may include by name.
std::vector<std::string> clang_device_arguments(unsigned architecture);
std::vector<std::string> clang_host_arguments();
std::filesystem::path clang_header_folder();

}  // namespace warplens::ptx
