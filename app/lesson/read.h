#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace warplens::lesson {

/// Content of a regular file of at most 256 KiB. Errors name the path.
base::Result<std::string> read_lesson_text(const std::filesystem::path& file);

}  // namespace warplens::lesson
