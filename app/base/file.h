#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// Make `path` absolute, without "." and "..". Does not follow symbolic links; the file need not exist.
std::filesystem::path whole_path(const std::filesystem::path& path);

/// Read the whole content of a regular file. Refuses anything else at once, without waiting: a folder, a device, a pipe without a
/// writer. Errors name the path and the system's reason.
Result<std::string> read_text(const std::filesystem::path& path);
/// Like read_text(), but refuses a file of more than `max_bytes` bytes, as too large for `what` ("a lesson"). For untrusted
/// files.
Result<std::string> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes, const std::string& what);
/// Like read_text(), for a file left at `path` by an untrusted program, in a folder that others cannot write to: also refuses a
/// symbolic link, which may lead to any file of the user.
Result<std::string> read_text_left_by_program(const std::filesystem::path& path, std::uintmax_t max_bytes);
Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path);

/// Write `bytes` to `path`, by way of a temporary file in the same folder, so that a failure leaves an old file whole. If `path`
/// is not a regular file (a pipe, a device, a link), writes to it directly.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status write_file(const std::filesystem::path& path, const std::string& text);

/// Create an empty file in the folder of `path`, with a random name that ends in .part, to be renamed to `path` when it is
/// complete. Never opens an existing file, and never follows a link.
Result<std::filesystem::path> create_part(const std::filesystem::path& path);

/// Path of the file `name` in warplens' folder for a user's state (XDG Base Directory Specification, XDG_STATE_HOME; else
/// ~/.local/state); "" if there is no such folder.
std::filesystem::path user_state_file(const std::string& name);

/// Store `text` in a file of user_state_file(). Creates its folder if needed. Does nothing if `file` is "". Errors: the folder or
/// the file cannot be written.
Status write_user_state(const std::filesystem::path& file, const std::string& text);
/// Store `lines` like write_user_state(), one per line.
template <typename Lines>
Status write_user_lines(const std::filesystem::path& file, const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return write_user_state(file, text);
}

/// The user's home folder; "" if there is none.
std::filesystem::path home_folder();

}  // namespace warplens::base
