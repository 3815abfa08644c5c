#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::program {

/// How the files are read that a program's debug information and its notes name. Of a stranger's program only those are read that
/// it was built from, and debug information by a tool in a sandbox: the program may name any file, and have put anything into
/// itself.
struct NamedFiles {
  /// Files and folders that may be read; without any, all may.
  std::vector<std::filesystem::path> visible{};
  /// A command that runs the tool after it which reads debug information.
  std::vector<std::string> wrapper{};

  /// The text of a source file; nothing if it may not be read, is no regular file, or has more than `max_bytes`.
  std::optional<std::string> text(const std::string& file, std::uintmax_t max_bytes = 10u << 20) const;
};

}  // namespace warplens::program
