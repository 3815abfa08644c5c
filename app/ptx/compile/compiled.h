#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// Time limit of a compiler for one source.
inline constexpr std::chrono::seconds compile_limit{120};

/// Result of a successful compilation.
struct Compiled {
  std::string ptx;
  std::vector<base::Error> warnings;  ///< each with its file and line
};

/// The result of a compiler that has read the whole path of `source`. `made`: its output; nothing: it refused the source. `said`:
/// its messages, in which that file gets the path that the user gave. Errors: the first message with a place, else the first
/// line.
base::Result<Compiled> compiled_by(const std::string& compiler, const std::filesystem::path& source,
                                   std::optional<std::string> made, const std::string& said);

/// The same with messages that are known already.
base::Result<Compiled> in_words_of(const std::filesystem::path& source, base::Result<Compiled> result);

}  // namespace warplens::ptx
