#pragma once

#include <cstdint>

#include "simt/code/decode/program.h"

namespace warplens::simt {

/// Estimate the memory of a decoded program, in bytes, including machine code that may be compiled from it.
std::uint64_t bytes_of(const Program& program);

}  // namespace warplens::simt
