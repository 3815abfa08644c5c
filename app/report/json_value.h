#pragma once

#include "report/json.h"

// Convert values of the program to JSON.

namespace warplens::report {

Json array_of(const base::Dim3& extent);
Json text_or_null(const std::string& text);
/// Not-a-number and infinities are the strings "nan", "inf" and "-inf".
Json number_of(double value);
/// Integers are exact; floating-point values as above.
Json number_of(const launch::Scalar& scalar);

}  // namespace warplens::report
