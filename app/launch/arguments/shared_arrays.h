#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch.h"

namespace warplens::launch {

/// Bytes of static shared memory of an entry: its own .shared variables, and the module's .shared variables that the entry or
/// functions it calls use.
std::uint64_t static_shared_bytes(const ptx::Module& module, std::uint32_t entry);

/// Name in the source of an entry's `extern __shared__` array (its size is the launch's dynamic shared memory); "" if there is
/// none. All such arrays of a kernel begin at the same address.
std::string dynamic_shared_array(const ptx::Module& module, std::uint32_t entry);

/// A `__shared__` array of a kernel and its position in the shared memory of each block.
struct SharedArray {
  std::string name;  ///< as in the source: "tile" for "_ZZ6kernelPfE4tile"
  std::uint64_t offset = 0, bytes = 0;
  bool operator==(const SharedArray&) const = default;
};

/// The shared arrays of a launch's kernel and of the functions it calls, ascending by offset. The layout is the SIMT machine's:
/// in the order of the module, each aligned, the dynamic array last. A GPU may use another order.
std::vector<SharedArray> shared_arrays(const Launch& launch);

}  // namespace warplens::launch
