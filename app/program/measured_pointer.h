#pragma once

#include <string>

#include "program/places.h"

namespace warplens::program {

/// The pointer whose own size the call at `place` is given, as `h` in cudaMemcpy(h, d, sizeof(h), …): the source declares it as a
/// pointer, and nowhere as an array. Empty if there is none, or if the source cannot be read.
std::string measured_pointer(const Place& place, const NamedFiles& files = {});

}  // namespace warplens::program
