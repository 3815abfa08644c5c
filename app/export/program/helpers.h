#pragma once

#include <set>
#include <string>

#include "export/program/names.h"

namespace warplens::export_ {

/// Definitions of the helpers used in `text`, the program's functions and its main(). The text marks a helper by a dollar
/// sign:
/// "$CHECK", "$Random", "$Normal", "$mod", "$read_file", "$print", "$compare". A helper is defined before those that call it.
std::string helpers_for(const std::string& text);

/// Replace every marked name in the text by a name that is no word in the kernels' source.
std::string without_marks(std::string text, Names& names);

}  // namespace warplens::export_
