#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::program {

/// Reads the files that a program's debug information and journal name. A stranger's program may name any file, and may have put
/// anything into its debug information. So of the sources only its own are read, and a sandboxed tool reads the debug
/// information.
struct NamedFiles {
  /// Files and folders that may be read; without any, all may.
  std::vector<std::filesystem::path> visible{};
  /// A command that runs the tool after it which reads debug information.
  std::vector<std::string> wrapper{};

  /// The text of a source file; nothing if it may not be read, is no regular file, or has more than `max_bytes`.
  std::optional<std::string> text(const std::string& file, std::uintmax_t max_bytes = 10u << 20) const;
};

}  // namespace warplens::program
