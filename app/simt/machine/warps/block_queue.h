#pragma once

#include <cstdint>

namespace warplens::simt {

/// Blocks not yet assigned to a multiprocessor.
struct BlockQueue {
  std::uint64_t next = 0;   ///< the next block: linear index in the grid
  std::uint64_t ready = 0;  ///< first cycle in which it can be launched
};

}  // namespace warplens::simt
