#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// Identity and times of a file, obtained without reading it.
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

/// A source and the user's files that it includes.
struct SourceFiles {
  std::vector<SourceFile> files;  ///< the source first, then its includes, without duplicates
  /// Stamps of every file, taken before it was read, and of every path where an include was searched and not found: while they
  /// are unchanged, so are the files.
  std::vector<FileStamp> stamps;
  /// Whether `files` is complete. False if an include is named by a macro, or `__has_include` is used.
  bool complete = true;
  std::vector<std::filesystem::path> by_macro;  ///< the files with an include that a macro names, which may be any file
};

/// Read `sources` and, recursively, their includes. An include is searched in the folder of the including file, in that of the
/// first source, in `folders`, and in those of CPATH; if none has it, it belongs to the compiler. Conditional directives are not
/// evaluated, so that includes in inactive branches count. Errors: the first source cannot be read; an include is a pipe or a
/// device, which a compiler would read without end; there are more, larger or deeper nested files than anybody writes.
base::Result<SourceFiles> read_sources(const std::vector<std::filesystem::path>& sources,
                                       const std::vector<std::filesystem::path>& folders = {});

/// Whether the stamps of the files are unchanged. Also false if a file was modified so shortly before `read_ns` (since the epoch)
/// that a later change could have the same stamp.
bool unchanged(const std::vector<FileStamp>& stamps, std::int64_t read_ns);

}  // namespace warplens::ptx
