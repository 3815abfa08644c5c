#pragma once

#include <vector>

#include "simt/code/decode/program.h"

namespace warplens::simt {

/// Per instruction of a program: what the paths from it lead to, judging by branches alone.
struct WaysOn {
  std::vector<bool> out;    ///< some path leads out of the function, or to an unknown place (a branch through a table)
  std::vector<bool> meets;  ///< some path leads to a barrier, a warp collective or a call
};
WaysOn ways_on(const Program& program);

}  // namespace warplens::simt
