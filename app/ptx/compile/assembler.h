#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Find ptxas of the CUDA toolkit, in the folder of nvcc. Empty if there is no toolkit, or if WARPLENS_COMPILER=clang says to
/// work without one.
std::filesystem::path find_assembler();

/// Run `ptxas -v` on `ptx` for an architecture such as 75, and return its lines about each entry, for resources_in(). "" if ptxas
/// refuses the text, or takes longer than 20 seconds.
std::string assembler_report(const std::filesystem::path& ptxas, const std::string& ptx, unsigned architecture);

/// Resources of one entry, by its name in the PTX.
struct EntryResources {
  std::string entry;
  AssembledResources resources;
};

/// Parse the resources from an assembler_report(), or from the whole output of `ptxas -v`. Leaves out entries without a number of
/// registers from 1 to 255: the text is untrusted.
std::vector<EntryResources> resources_in(std::string_view report);

}  // namespace warplens::ptx
