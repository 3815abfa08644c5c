#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace warplens::experiment {

/// The text of a kernel's source or PTX, of at most 16 MiB. Errors: as of base::read_text.
base::Result<std::string> read_kernel(const std::filesystem::path& file);

/// The text of the user's headers that a source includes, each after the headers that it includes itself. Without a compiler's
/// headers. "" if there are none, or more than 4 MiB.
std::string headers_of(const std::filesystem::path& source);

}  // namespace warplens::experiment
