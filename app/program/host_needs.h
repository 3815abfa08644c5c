#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::program {

/// What the host's code of a program needs of its compiler, by the sources and the user's files that they include.
struct HostNeeds {
  bool openmp = false;                       ///< `#pragma omp`, or `#include <omp.h>`
  bool former_names = false;                 ///< names from before CUDA 13 (ptx/compile/former_names.h)
  std::optional<base::Error> removed_names;  ///< a warning that lists those that CUDA 13 has not, at the first use
};

HostNeeds host_needs(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options);

}  // namespace warplens::program
