#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// A natural loop of a function: its header dominates all of it, and some of it jumps back to the header (Aho, Lam, Sethi and
/// Ullman, "Compilers", section 9.6).
struct Loop {
  std::vector<std::uint32_t> jumps_back;  ///< branches to the header: indices in Function::instructions, ascending
  std::vector<bool> contains;             ///< per instruction of the function

  std::size_t size() const;  ///< instructions in the loop
};

/// Find the natural loops of a function, outer ones before those that they contain. None if there are more than `max_loops`: no
/// kernel that a person writes has so many, and the time grows with loops × instructions.
std::vector<Loop> natural_loops(const Function& function, std::size_t max_loops = 256);

}  // namespace warplens::ptx
