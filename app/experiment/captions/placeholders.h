#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace warplens::experiment {

/// Replaces each `{EXPRESSION}` or `{EXPRESSION:FORMAT}` in `text` by `replace(expression, format)`. An expression
/// with a `?` has no FORMAT: its colons are its own (a ? b : c). `{{` stands for a literal `{`. Errors: a `{` that is not closed;
/// those of `replace`.
using Replace = std::function<base::Result<std::string>(const std::string& expression, const std::string& format)>;
base::Result<std::string> fill_placeholders(const std::string& text, const Replace& replace);

/// `text` with every { doubled, for words that are not ours.
std::string escape_placeholders(const std::string& text);

/// A number for people. Without a format integers with thousands separators, others to three digits; by a format: `%` → 78 %,
/// `0` to `9` decimals, a noun in the singular → 3 races. Errors: any other format.
base::Result<std::string> formatted(double value, const std::string& format);

}  // namespace warplens::experiment
