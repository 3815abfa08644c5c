#pragma once

#include <map>
#include <string>

#include "program/places.h"

namespace warplens::program {

/// Name of the variable whose address is passed to the allocating call at `place`: "d_x" for cudaMalloc(&d_x, …). Empty if the
/// source cannot be read, or if the call has another form.
std::string allocated_variable(const Place& place, const NamedFiles& files = {});

/// Replace "allocation 3" in a text by the name of allocation 3, and so on for all numbers in `names`.
std::string with_names(const std::string& text, const std::map<unsigned, std::string>& names);

}  // namespace warplens::program
