#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// What lies in the shared memory of one block at a place in the trace.
struct SharedContents {
  /// A piece of shared memory as it was last written.
  struct Word {
    std::uint64_t offset = 0;  ///< bytes in the block's shared memory
    std::uint32_t bytes = 4;
    std::uint64_t bits = 0;                   ///< zero-extended
    std::uint32_t buffer = trace::no_buffer;  ///< of the launch, where the value was read from; no_buffer where it was not
    std::uint64_t element = 0;                ///< of that buffer: byte offset / width of the read
    std::uint32_t step = 0;                   ///< row of Trace::steps that wrote it
    bool operator==(const Word&) const = default;
  };
  std::uint64_t block = 0;  ///< linear
  std::vector<Word> words;  ///< ascending by offset
};

/// Contents of `block`'s shared memory after the first `steps` rows of the trace. A word is said to come from an element of a
/// buffer where the thread that wrote it had read the same bits from there in one of its last reads of global memory, once; a
/// value that was computed comes from nowhere. Cost: one pass over the accesses. Leaves out what the trace left out, and copies
/// that go to shared memory without a register.
SharedContents shared_contents(const trace::Trace& trace, std::uint64_t block, std::uint64_t steps = ~std::uint64_t{0});

/// The lowest block that is running after `steps` steps, as far as the trace tells; else the block of the last of these steps.
std::uint64_t running_block(const trace::Trace& trace, std::uint64_t steps);

}  // namespace warplens::analysis
