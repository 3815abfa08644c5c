#pragma once

#include <string>

#include "base/result.h"
#include "lesson/facts.h"

namespace warplens::lesson {

/// Value of an arithmetic expression (muParser) over facts. Words in double quotes can be compared:
/// `entry == "atomic" && value == threads`. Errors: an unknown name, a syntax error with its column.
base::Result<double> value_of(const std::string& expression, const Facts& facts);

/// Whether an expression is true; false if a fact that it needs is not known.
bool holds(const std::string& condition, const Facts& facts);

/// `text` with each `{EXPRESSION}` replaced by its value: integers with thousands separators, other numbers to three digits,
/// words as they are. A colon and a format may follow: `{simt_efficiency:%}` → 78 %, `{waves:2}` → 1.25, `{races:race}` → 3
/// races. Errors: no such fact or format.
base::Result<std::string> filled(const std::string& text, const Facts& facts);

}  // namespace warplens::lesson
