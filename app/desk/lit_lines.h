#pragma once

#include <cstdint>
#include <set>

#include "desk/desk.h"

namespace warplens::desk {

/// Return the CUDA source lines to highlight. In the program view: the line of the call under the pointer, else of the last call
/// so far. In other views, which need `Runs::shown`: the lines of the target under the pointer, else of the current step of the
/// trace; none at its end, and none for a pinned finding, which marks its own lines.
std::set<std::uint32_t> lit_lines(const Desk& desk);

/// Return the lines with errors: where the kernel stopped, or where updates were erased.
std::set<std::uint32_t> wrong_lines(const RunTables& shown);

}  // namespace warplens::desk
