#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Find the source lines of a kernel whose memory accesses the optimiser removed, in ascending order. `plain`: the same kernel's
/// PTX, compiled without optimisation. An optimiser also moves accesses to other lines, so only certain cases are reported:
/// accesses to a shared variable that `optimised` no longer has; and, if the optimised kernel is straight-line code in which
/// every access has a line and one element, lines without any access left.
std::vector<std::uint32_t> lines_of_removed_accesses(const Module& optimised, const Module& plain, const std::string& entry);

}  // namespace warplens::ptx
