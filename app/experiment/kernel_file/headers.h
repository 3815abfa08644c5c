#pragma once

#include <filesystem>
#include <string>

namespace warplens::experiment {

/// The text of the user's headers that a source includes, those first that others include. Headers of a compiler are not among
/// them. "" if there are none, or more than 4 MiB.
std::string headers_of(const std::filesystem::path& source);

}  // namespace warplens::experiment
