#pragma once

#include <cstdint>

#include "simt/code/decode/program.h"

namespace warplens::simt {

/// About how many bytes of memory a decoded program takes, with the machine code that may be compiled of it.
std::uint64_t bytes_of(const Program& program);

}  // namespace warplens::simt
