#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// Whole content of a regular file. Errors name the path and the system's reason.
Result<std::string> read_text(const std::filesystem::path& path);
Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path);

/// Write `bytes` to `path`, by way of a temporary file beside it, so that a failure leaves an old file whole.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace warplens::base
