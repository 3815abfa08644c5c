#pragma once

#include <string>

#include "program/places.h"

namespace warplens::program {

/// The name of the pointer whose sizeof the call at `place` is given: "h" in cudaMemcpy(h, d, sizeof(h), …). Empty if there is
/// none, or if the source cannot be read. A name counts as a pointer if the file declares it as one and never as an array.
std::string measured_pointer(const Place& place, const NamedFiles& files = {});

}  // namespace warplens::program
