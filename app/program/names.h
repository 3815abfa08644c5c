#pragma once

#include <map>
#include <string>

#include "program/places.h"

namespace warplens::program {

/// The variable whose address an allocating call at `place` is given, "d_x" of cudaMalloc(&d_x, …); empty where the source is not
/// there or says it otherwise.
std::string allocated_variable(const Place& place);

/// Replace "allocation 3" in a text by its name, for all numbers in `names`.
std::string with_names(const std::string& text, const std::map<unsigned, std::string>& names);

}  // namespace warplens::program
