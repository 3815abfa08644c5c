#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::program {

/// Reads the files named in a program's debug information and journal. A stranger's program may name any file there, and may
/// have forged its debug information. So only the program's own sources are read, and a sandboxed tool reads the debug
/// information.
struct NamedFiles {
  /// Files and folders that may be read; empty: all.
  std::vector<std::filesystem::path> visible{};
  /// A command prefix to run the reader of debug information in a sandbox.
  std::vector<std::string> wrapper{};

  /// The text of a source file; nothing if it may not be read, is no regular file, or has more than `max_bytes`.
  std::optional<std::string> text(const std::string& file, std::uintmax_t max_bytes = 10u << 20) const;
  /// Read the lines of such a file; none if it may not be read. Lines of more than 1,000 characters come out empty: they are not
  /// written by hand, and regular expressions take long for them.
  std::vector<std::string> lines(const std::string& file) const;
};

}  // namespace warplens::program
