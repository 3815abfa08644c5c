#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::ptx {

/// Estimate the memory of a module, bytes: its text and everything parsed from it.
std::uint64_t bytes_of(const Module& module);

}  // namespace warplens::ptx
