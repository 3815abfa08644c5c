#pragma once

#include <string>

#include "ptx/module.h"

namespace warplens::analysis {

/// The sign of a comparison in C++: "<" for lt, lo and ltu; "compare" for those that have none.
std::string sign_of(ptx::Comparison comparison);
/// The sign of an operation in C++, or its name: "+", "&&" of predicates, "sqrt".
std::string sign_of(const ptx::Instruction& instruction);

}  // namespace warplens::analysis
