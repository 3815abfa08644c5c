#pragma once

#include <filesystem>

#include "base/result.h"

namespace warplens::program {

/// Check by its first bytes that a file is a source, as its name says. Errors: an executable; a web page, which a download may
/// give instead of the file.
base::Status check_source(const std::filesystem::path& file);

/// Check that an executable is whole. Error: an ELF file that ends before its tables of segments and sections do, as after a
/// download that was cut off. Other files are for the system to judge.
base::Status check_executable(const std::filesystem::path& file);

}  // namespace warplens::program
