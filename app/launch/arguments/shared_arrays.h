#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch.h"

namespace warplens::launch {

/// Shared memory that an entry itself declares, bytes: its own .shared variables and those of the module that it (or a function)
/// uses.
std::uint64_t static_shared_bytes(const ptx::Module& module, std::uint32_t entry);

/// A `__shared__` array of a kernel, and where it lies in the shared memory of each block.
struct SharedArray {
  std::string name;  ///< as in the source: "tile" for "_ZZ6kernelPfE4tile"
  std::uint64_t offset = 0, bytes = 0;
  bool operator==(const SharedArray&) const = default;
};

/// The arrays that a launch's kernel, and what it calls, has in shared memory, ascending by offset, as the SIMT machine lays them
/// out: in the order of the module, each aligned, and the dynamic one behind them. A GPU may lay them out in another order.
std::vector<SharedArray> shared_arrays(const Launch& launch);

}  // namespace warplens::launch
