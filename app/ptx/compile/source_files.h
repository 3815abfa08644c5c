#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// The includes of a C++ text.
struct Includes {
  std::vector<std::string> names;  ///< as written
  bool by_macro = false;           ///< a macro names an included file, so it may be any file
  bool asks = false;               ///< the text asks for headers by `__has_include`
};

/// Find the includes of an untrusted text: finds all, however they are spelled. Does not evaluate conditional directives; text
/// that looks like a directive in a comment or in a string counts, too.
Includes includes_in(std::string_view text);

/// Identity and times of a file, known without reading the file.
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

/// A source and the user's files included by it.
struct SourceFiles {
  std::vector<SourceFile> files;  ///< the source first, then its includes, without duplicates
  /// Stamps of every file, taken before reading it, and of every path where an include was searched but not found: while the
  /// stamps are unchanged, so are the files.
  std::vector<FileStamp> stamps;
  /// Whether `files` is complete. False if an include is named by a macro, or `__has_include` is used.
  bool complete = true;
  std::vector<std::filesystem::path> by_macro;  ///< files with an include named by a macro, which may be any file
};

/// Read `sources` and, recursively, their includes. Searches an include in the folder of the including file, the folder of the
/// first source, `folders`, and the folders of CPATH; if none has it, it belongs to the compiler. Does not evaluate conditional
/// directives, so includes in inactive branches count. Errors: the first source cannot be read; an include is a pipe or a device,
/// which a compiler would read without end; there are more, larger or more deeply nested files than anybody writes.
base::Result<SourceFiles> read_sources(const std::vector<std::filesystem::path>& sources,
                                       const std::vector<std::filesystem::path>& folders = {});

/// Whether the stamps of the files are unchanged. Also false if a file was modified so shortly before `read_ns` (since the epoch)
/// that a later change could have the same stamp.
bool unchanged(const std::vector<FileStamp>& stamps, std::int64_t read_ns);

}  // namespace warplens::ptx
