#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// Contents of one block's shared memory at one step of the trace.
struct SharedContents {
  /// A word of shared memory, with its last write.
  struct Word {
    std::uint64_t offset = 0;  ///< bytes in the block's shared memory
    std::uint32_t bytes = 4;
    std::uint64_t bits = 0;                   ///< zero-extended
    std::uint32_t buffer = trace::no_buffer;  ///< buffer that the value was read from; no_buffer if computed
    std::uint64_t element = 0;                ///< element of that buffer: byte offset / width of the read
    std::uint32_t step = 0;                   ///< row in Trace::steps of the write
    bool operator==(const Word&) const = default;
  };
  std::uint64_t block = 0;  ///< linear
  std::vector<Word> words;  ///< ascending by offset
};

/// Contents of `block`'s shared memory after the first `steps` rows of the trace. A word comes from an element of a buffer if the
/// thread that wrote it read the same bits there in one of its last reads of global memory. Leaves out writes that the trace left
/// out, and asynchronous copies, which bypass registers. Cost: one pass over the accesses.
SharedContents shared_contents(const trace::Trace& trace, std::uint64_t block, std::uint64_t steps = ~std::uint64_t{0});

/// The lowest block running after `steps` steps; if the trace does not tell, the block of the last of these steps.
std::uint64_t running_block(const trace::Trace& trace, std::uint64_t steps);

}  // namespace warplens::analysis
