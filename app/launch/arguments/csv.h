#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// Parse the numbers of a text, row by row, as elements of `type`. They are separated by commas, semicolons, blanks or line
/// breaks. A first line that does not begin with a number is a heading; lines that begin with # are comments. Errors, with line
/// and column: text that is not a number of the type.
base::Result<Bytes> parse_csv(ElementType type, std::string_view text, const std::string& name);

}  // namespace warplens::launch
