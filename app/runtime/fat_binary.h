#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::runtime {

/// PTX of a fat binary, for one architecture.
struct PtxImage {
  unsigned architecture = 0;  ///< 75 for compute_75
  std::string text;
};

/// Extract the PTX from a fat binary as embedded by nvcc and clang; `data` may also be PTX text itself. `data` is trusted as much
/// as the program that contains it; its sizes are checked against each other. Errors: no PTX, another format.
base::Result<std::vector<PtxImage>> ptx_images(const void* data);

}  // namespace warplens::runtime
