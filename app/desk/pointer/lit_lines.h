#pragma once

#include <cstdint>
#include <set>

#include "desk/desk.h"

namespace warplens::desk {

/// CUDA source lines to light: of the line, thread, element or step under the pointer (none of a finding that is kept lit: it
/// marks its own), else of the step that the trace stands at,
/// else (at the end of the trace) none. In the program view, of the host's call under the pointer, else of the last that has
/// happened. Other views need `Runs::shown`.
std::set<std::uint32_t> lit_lines(const Desk& desk);

/// Lines that went wrong: where the kernel stopped, or where updates were erased.
std::set<std::uint32_t> wrong_lines(const RunTables& shown);

}  // namespace warplens::desk
