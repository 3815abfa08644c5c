#pragma once

#include <filesystem>
#include <string>

namespace warplens::base {

/// The text that shows a path to a person: "~" stands for the home folder. In a page, whose folders are its own affair, only the
/// file's name.
std::string shown_path(const std::filesystem::path& path);

}  // namespace warplens::base
