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

/// The PTX in a fat binary as nvcc and clang embed it, or the text itself where `data` is PTX. `data` is trusted as much as the
/// program that it is part of; its sizes are checked against each other. Errors: no PTX in it, another format.
base::Result<std::vector<PtxImage>> ptx_images(const void* data);

}  // namespace warplens::runtime
