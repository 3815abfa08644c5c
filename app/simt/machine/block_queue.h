#pragma once

#include <cstdint>

namespace warplens::simt {

/// The blocks that are on no multiprocessor yet.
struct BlockQueue {
  std::uint64_t next = 0;   ///< linear index in the grid of the next block
  std::uint64_t ready = 0;  ///< the cycle from which on it can be handed out
};

}  // namespace warplens::simt
