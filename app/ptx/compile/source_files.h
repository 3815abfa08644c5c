#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// What the file system says of a file without reading it.
struct FileStamp {
  std::filesystem::path path;
  bool exists = false;
  std::uint64_t device = 0, inode = 0, size = 0;        ///< size in bytes
  std::int64_t modified_ns = 0, status_changed_ns = 0;  ///< since the epoch
  bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::filesystem::path& path);

/// A source file and its text.
struct SourceFile {
  std::filesystem::path path;
  std::string text;
};

/// A source and everything of the user's that it includes.
struct SourceFiles {
  std::vector<SourceFile> files;  ///< the source first, then what it includes, each once
  /// Of every file, taken before it was read, and of every place where an include was looked for and not found: while they are
  /// the same, the files are.
  std::vector<FileStamp> stamps;
  /// Whether `files` is complete. It is not where a macro names an include, or one is asked for by `__has_include`.
  bool complete = true;
};

/// Read `sources` and, recursively, what they include. An include is looked for beside the file that has it, beside the first
/// source, and in the folders of CPATH; one that is in none of them is the compiler's own. Conditions are not evaluated: an
/// include that they leave out counts, too. Errors: the first source cannot be read.
base::Result<SourceFiles> read_sources(const std::vector<std::filesystem::path>& sources);

/// Whether the files are as they were, by their stamps alone. False also where one was modified so shortly before `read_ns`
/// (since the epoch) that another change may have the same stamp.
bool unchanged(const std::vector<FileStamp>& stamps, std::int64_t read_ns);

}  // namespace warplens::ptx
