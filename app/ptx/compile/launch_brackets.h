#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// Replace `<< <` and `>> >` of launches by `<<<` and `>>>`. Some editors insert the space; nvcc accepts it, clang does not.
/// Every line keeps its length, so that columns in messages stay right.
std::string with_joined_brackets(std::string source);

/// Make options with which clang reads a source with its brackets joined, under its own name; none if they are joined already.
/// `copy`: a file for the changed text. Errors: of reading and writing.
base::Result<std::vector<std::string>> options_for_brackets(const std::filesystem::path& source,
                                                            const std::filesystem::path& copy);

}  // namespace warplens::ptx
