#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Lines of a kernel's own file whose accesses to memory an optimising compiler has removed, in order: `plain` is its PTX
/// compiled without optimisation. Only what is certain, as optimised accesses also move from line to line: all accesses to a
/// shared variable that `optimised` does not have any more; and, if the optimised kernel has neither branches nor accesses of
/// several elements or of no line, the lines without any.
std::vector<std::uint32_t> lines_of_removed_accesses(const Module& optimised, const Module& plain, const std::string& entry);

}  // namespace warplens::ptx
