#pragma once

#include <cstdint>
#include <string>

// The calls of the CUDA runtime that app/gpu makes, answered without a GPU: memory is the host's, kernels run on the SIMT
// machine. So that everything around the calls (what is loaded when, what is copied where, what a fault leaves) can be tested
// anywhere; that a GPU answers the same way, it cannot show.

namespace warplens::gpu {

/// How the pretended GPU behaves, and what was asked of it. Tests set it back.
struct PretendedGpu {
  bool hangs = false;          ///< kernels never end
  bool resets = true;          ///< a new context works after a fault
  std::uint32_t loads = 0;     ///< modules loaded
  std::uint32_t launches = 0;  ///< kernels launched
  std::uint64_t free_bytes = std::uint64_t{64} << 20;
};
PretendedGpu& pretended_gpu();

}  // namespace warplens::gpu
