#pragma once

#include <vector>

#include "simt/code/decode/program.h"

namespace warplens::simt {

/// What can follow an instruction, per instruction of a program, by its branches alone.
struct WaysOn {
  std::vector<bool> out;    ///< some path leads out of the function, or to where that is not known
  std::vector<bool> meets;  ///< some path leads to a barrier, a warp collective or a call
};
WaysOn ways_on(const Program& program);

}  // namespace warplens::simt
