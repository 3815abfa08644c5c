#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// `path` from the root, without "." and "..". Symbolic links are not followed, and the file need not exist.
std::filesystem::path whole_path(const std::filesystem::path& path);

/// Whole content of a regular file. What is no regular file is refused at once, without waiting for it: a folder, a device, a
/// pipe that nobody writes to. Errors name the path and the system's reason.
Result<std::string> read_text(const std::filesystem::path& path);
/// The same of a stranger's file: one of more than `max_bytes` bytes is refused as too large for `what` ("a lesson").
Result<std::string> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes, const std::string& what);
/// The same of a file that a program which is not trusted left at `path`, in a folder that others cannot write to: a symbolic
/// link in its place is refused, too, since it may lead to any file of the user.
Result<std::string> read_text_left_by_program(const std::filesystem::path& path, std::uintmax_t max_bytes);
Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path);

/// Write `bytes` to `path`, by way of a temporary file in the same folder, so that a failure leaves an old file whole. What is no
/// regular file (a pipe, a device, a link) is written to in place.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status write_file(const std::filesystem::path& path, const std::string& text);

/// Create an empty file in the folder of `path`, with a random name that ends in .part, to be renamed to `path` when it is
/// complete. Never opens a file that exists, nor follows a link.
Result<std::filesystem::path> create_part(const std::filesystem::path& path);

}  // namespace warplens::base
