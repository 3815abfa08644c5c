#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/compiled.h"
#include "ptx/compile/options.h"

namespace warplens::ptx {

/// NVIDIA's run-time compiler, a library of the CUDA Toolkit (NVRTC documentation, "User Interface"). It is loaded on first use,
/// so that the program is the same whether it was built with or without the toolkit.
struct Nvrtc {
  std::filesystem::path library;
  std::string version;  ///< "13.0"
};

/// Find the library on this machine, if there is one: by the system's loader, else in /usr/local/cuda.
std::optional<Nvrtc> find_nvrtc();

/// NVRTC's options for compiling a source, for an architecture such as 75.
std::vector<std::string> nvrtc_arguments(unsigned architecture);

/// Compile `source` (text of the file `path`) to PTX, with source lines kept. NVRTC knows no host code: a file with
/// a main() or with host headers is an error here, but not for nvcc. Errors: the first message with its line; no
/// NVRTC.
base::Result<Compiled> compile_with_nvrtc(const std::string& source, const std::filesystem::path& path,
                                          const CompileOptions& options);

}  // namespace warplens::ptx
