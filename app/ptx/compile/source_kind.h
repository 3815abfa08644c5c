#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace warplens::ptx {

/// Whether a file may hold kernels, by its name: CUDA C++ (.cu), PTX (.ptx) or NVVM IR (.ll).
bool is_kernel_source(const std::filesystem::path& file);
/// Whether such a file needs no compiler of the machine: PTX, or NVVM IR.
bool is_compiled_source(const std::filesystem::path& file);

/// The PTX of a compiled source, whose text is given: the text itself, or what it becomes. Error: a line of the NVVM IR.
base::Result<std::string> ptx_of(const std::filesystem::path& file, std::string text);

}  // namespace warplens::ptx
