#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::grade {

/// The command, bubblewrap, that runs a program without network, with the system's files read-only, with no other processes in
/// sight, and with limits of memory, files and processor time. The program can write in `folder` only, which it has as its
/// working folder. Nothing where bubblewrap is not installed.
std::optional<std::vector<std::string>> sandbox(const std::filesystem::path& folder);

}  // namespace warplens::grade
