#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// The command, bubblewrap, that runs a program without network, with the system's files read-only, with no other processes in
/// sight, and with limits of memory, files and processor time. The program can write in `folder` only, which it has as its
/// working folder. Nothing where bubblewrap is not installed.
std::optional<std::vector<std::string>> sandbox(const std::filesystem::path& folder);

/// The same for a compiler, which besides sees only itself, the system's headers and libraries, Warplens, and `readable`: files,
/// and folders with all that is in them. It has none of this process's environment but what compilers need.
std::optional<std::vector<std::string>> compiler_sandbox(const std::filesystem::path& folder,
                                                         const std::vector<std::filesystem::path>& readable);

/// Why a submission is refused once there is none any more.
inline constexpr const char* no_sandbox = "the sandbox, bubblewrap, is no longer there";

/// Whether such sandboxes work on this machine. Error: what to do where they do not.
base::Status check_sandbox();

}  // namespace warplens::grade
