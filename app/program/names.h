#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/places.h"

namespace warplens::program {

/// Names of the variables whose addresses are passed to the allocating calls at `place`, in the order of the line: "d_x" for
/// cudaMalloc(&d_x, …), or for a macro such as ALLOCATE(d_x, …). None if the source cannot be read, or if the calls have another
/// form.
std::vector<std::string> allocated_variables(const Place& place, const NamedFiles& files = {});

/// Names of the variables that get what `helper`, a function of the program, allocates in its calls at `place`, in the order of
/// the line: "d_x" for d_x = helper(…), or helper(&d_x, …).
std::vector<std::string> variables_from(const std::string& helper, const Place& place, const NamedFiles& files = {});

/// Names of allocations by their numbers, from a journal's events. Several calls of one line are told apart by their order. Where
/// a helper allocates for several callers, the names are the callers'.
std::map<unsigned, std::string> names_in(const std::vector<report::Json>& events, const Places& places);

/// Replace "allocation 3" in a text by the name of allocation 3, and so on for all numbers in `names`.
std::string with_names(const std::string& text, const std::map<unsigned, std::string>& names);

}  // namespace warplens::program
