#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// The source with `<< <` and `>> >` of launches written as `<<<` and `>>>`. Some editors insert the space; nvcc accepts it,
/// clang does not. Every line keeps its length, so that columns in messages stay right.
std::string with_joined_brackets(std::string source);

/// Options by which clang reads a source with its brackets joined, under its own name; none where they are. `copy`: a file to
/// write that text to. Errors: of reading and writing.
base::Result<std::vector<std::string>> options_for_brackets(const std::filesystem::path& source,
                                                            const std::filesystem::path& copy);

}  // namespace warplens::ptx
