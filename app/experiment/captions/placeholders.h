#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace warplens::experiment {

/// Replaces each `{EXPRESSION}` or `{EXPRESSION:FORMAT}` in `text` by `replace(expression, format)`. An expression with a `?`
/// has no FORMAT: its colons belong to a ? b : c. `{{` is a literal `{`. Errors: a `{` that is not closed; errors of
/// `replace`.
using Replace = std::function<base::Result<std::string>(const std::string& expression, const std::string& format)>;
base::Result<std::string> fill_placeholders(const std::string& text, const Replace& replace);

/// Double every { in `text`, for words from elsewhere that must not be replaced.
std::string escape_placeholders(const std::string& text);

/// Format a number for people. Without a format: integers with thousands separators, others to three digits. Formats: `%` → 78 %,
/// `0` to `9` decimals, a noun in the singular → 3 races. Errors: any other format.
base::Result<std::string> formatted(double value, const std::string& format);

}  // namespace warplens::experiment
