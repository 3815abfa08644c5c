#pragma once

#include <filesystem>
#include <string>

namespace warplens::ptx {

/// Message for a source without a compiler: how to proceed.
std::string no_compiler(const std::filesystem::path& source);

}  // namespace warplens::ptx
