#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/dim3.h"
#include "base/random.h"
#include "simt/decode/decoded.h"
#include "simt/machine/call_stack.h"
#include "simt/machine/lanes.h"
#include "simt/schedule/turns.h"

// Blocks and warps that are on a multiprocessor. A block slot holds one block after the other; its warps have the warp slots from
// block slot × warps per block on.

namespace warplens::simt {

/// A block on a multiprocessor.
struct ResidentBlock {
  bool resident = false;
  std::uint32_t index = 0;  ///< linear in the grid
  base::Dim3 position;
  std::uint32_t sm = 0;
  std::uint32_t live_threads = 0, live_warps = 0;
  std::uint32_t shared_writers = 0;  ///< warps that may write shared memory before the next barrier of the block
  std::uint64_t start = 0;           ///< cycle
  Turn last{};                       ///< the latest end of a warp so far
  std::vector<std::byte> shared;
};

/// A warp on a multiprocessor.
struct ResidentWarp {
  struct alignas(128) Line {
    std::array<std::byte, 128> bytes;
  };
  std::uint32_t block = 0;      ///< block slot
  std::uint32_t in_block = 0;   ///< warp of the block
  std::uint32_t in_grid = 0;    ///< linear warp of the grid
  std::uint32_t scheduler = 0;  ///< of its multiprocessor
  bool has_turn = false;        ///< waits for its turn, or is having it
  bool writes_shared = false;   ///< is one of its block's shared_writers
  Lanes lanes;
  CallStack calls;
  Frame frame;
  std::vector<Line> registers;
  std::vector<std::byte> local;      ///< local memory, lane after lane
  std::vector<std::uint64_t> ready;  ///< per register that a load writes: the cycle in which its value arrives
  base::Random jitter{0};            ///< of the latency of its requests to global memory: a stream of its own
};

/// When a multiprocessor can issue and move data again.
struct Multiprocessor {
  std::uint32_t blocks = 0;  ///< resident
  std::uint32_t next_scheduler = 0;
  std::vector<std::uint64_t> issue;  ///< per scheduler: the first cycle in which it can issue again
  std::uint64_t memory = 0;          ///< the first cycle in which it can move memory again
};

}  // namespace warplens::simt
