#pragma once

#include <set>
#include <string>

#include "export/program/names.h"

namespace warplens::export_ {

/// Definitions of the helpers that `text`, the program's functions and its main(), uses. The text marks a helper by a dollar
/// sign:
/// "$CHECK", "$Random", "$Normal", "$mod", "$read_file", "$print", "$compare". A helper is defined before those that call it.
std::string helpers_for(const std::string& text);

/// The text with every marked name as one that no word of the kernels' source has.
std::string without_marks(std::string text, Names& names);

}  // namespace warplens::export_
