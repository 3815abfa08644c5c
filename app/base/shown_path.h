#pragma once

#include <filesystem>
#include <string>

namespace warplens::base {

/// A path as people are told it: the home folder is "~". In a page, whose folders nobody sees, only the file's name.
std::string shown_path(const std::filesystem::path& path);

}  // namespace warplens::base
