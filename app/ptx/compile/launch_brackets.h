#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// A source in which every launch's brackets are written together: some editors put `kernel << <1, 32 >> >(x)`, which nvcc takes
/// and clang does not. Lines keep their lengths. A source without such a bracket comes back as it is.
std::string with_joined_brackets(std::string source);

/// Options by which clang reads a source with its brackets joined, under its own name; none where they are. `copy`: a file to
/// write that text to. Errors: of reading and writing.
base::Result<std::vector<std::string>> options_for_brackets(const std::filesystem::path& source,
                                                            const std::filesystem::path& copy);

}  // namespace warplens::ptx
