#pragma once

#include <set>
#include <string>

#include "export/program/names.h"

namespace warplens::export_ {

/// The helpers of a program, by the names with which its text marks them: "$CHECK", "$Random", "$Normal", "$mod", "$read_file",
/// "$print", "$compare".
/// `text`: what stands before main() and main() itself. Returns the text of the marked helpers, in the order in which they need
/// each other.
std::string helpers_for(const std::string& text);

/// The text with every marked name as one that no word of the kernels' source has.
std::string without_marks(std::string text, Names& names);

}  // namespace warplens::export_
