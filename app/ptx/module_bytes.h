#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::ptx {

/// About how many bytes of memory a module takes: its text and all that was parsed from it.
std::uint64_t bytes_of(const Module& module);

}  // namespace warplens::ptx
