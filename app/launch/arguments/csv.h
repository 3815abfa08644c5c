#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// The numbers of a text, row by row, as elements of `type`. They are separated by commas, semicolons, blanks or line breaks. A
/// first line that begins with something else than a number is a heading; lines that begin with # are comments. Errors, with the
/// line and the column: what is no number of the type.
base::Result<Bytes> parse_csv(ElementType type, std::string_view text, const std::string& name);

}  // namespace warplens::launch
