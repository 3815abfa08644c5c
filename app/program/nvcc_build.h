#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/build_step.h"

namespace warplens::program {

struct NvccOptions {
  std::vector<std::string> arguments;  ///< of every compilation
  std::vector<std::string> libraries;  ///< of the user, for the linker
  bool relocatable = false;            ///< the user asks for relocatable device code
};

/// Compile each source with nvcc, and link the objects to our runtime. Sources whose kernels launch kernels, or use functions
/// and variables of other sources, are compiled as relocatable code, whether the user asks for it or not; our runtime then links
/// their PTX. Intermediate files, named by numbers, stay in the folder of `output`. Returns what nvcc printed.
base::Result<std::string> build_with_nvcc(const std::filesystem::path& nvcc, const std::vector<std::filesystem::path>& sources,
                                          const NvccOptions& options, const std::filesystem::path& output, const RunStep& run);

}  // namespace warplens::program
