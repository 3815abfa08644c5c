#pragma once

#include <filesystem>
#include <string>

namespace warplens::ptx {

/// What to do about a source where there is no compiler for it.
std::string no_compiler(const std::filesystem::path& source);

}  // namespace warplens::ptx
