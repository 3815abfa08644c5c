#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::ptx {

/// Whether the value that the store at `to` writes may be computed from what the load at `from` has read, whatever way leads from
/// the one to the other. Also true if it goes through a variable in local memory, and for other instructions.
bool flows_into_store(const Function& function, std::uint32_t from, std::uint32_t to);

}  // namespace warplens::ptx
