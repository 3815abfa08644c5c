#pragma once

#include <string>

#include "program/places.h"

namespace warplens::program {

/// If the call at `place` is given sizeof of a pointer, as in cudaMemcpy(h, d, sizeof(h), …): the pointer's name, here "h". A
/// name is a pointer if the source declares it as one, and nowhere as an array. Empty otherwise, or if the source cannot be read.
std::string measured_pointer(const Place& place, const NamedFiles& files = {});

}  // namespace warplens::program
