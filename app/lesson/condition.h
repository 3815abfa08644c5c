#pragma once

#include <string>

#include "base/result.h"
#include "lesson/facts.h"

namespace warplens::lesson {

/// Value of an arithmetic expression (muParser) over facts. Words stand in double quotes and can be compared:
/// `entry == "atomic" && value == threads`. Errors: a name that is not among the facts, a place where it is not understood.
base::Result<double> value_of(const std::string& expression, const Facts& facts);

/// Whether an expression is true of these facts; false where one that it needs is not known.
bool holds(const std::string& condition, const Facts& facts);

/// `text` with each `{EXPRESSION}` replaced by its value: whole numbers in groups of three, others to three figures. After a
/// colon may stand how: `{simt_efficiency:%}` → 78 %, `{waves:2}` → 1.25, `{races:race}` → 3 races. A word's name alone gives the
/// word.
base::Result<std::string> filled(const std::string& text, const Facts& facts);

}  // namespace warplens::lesson
