#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// Find the first error among a compiler's messages: nvcc's `file(line): error: text`, clang's `file:line:column: error: text`,
/// or `file:line: error: text`, as Warplens itself writes an nvcc error.
std::optional<base::Error> first_diagnostic(std::string_view output);

/// The first non-empty line of a compiler's output, for errors without a position.
std::string first_line(const std::string& output);

/// Find the first warnings, without repetitions, at most `most`. Removes numbers such as "#177-D", and adds advice to
/// common ones.
std::vector<base::Error> warnings_in(std::string_view output, std::size_t most = 100);

}  // namespace warplens::ptx
