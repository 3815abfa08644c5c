#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/dim3.h"
#include "base/random.h"
#include "simt/code/decode/decoded.h"
#include "simt/code/device_spec.h"
#include "simt/machine/calls/call_stack.h"
#include "simt/machine/schedule/turns.h"
#include "simt/machine/warps/lanes.h"

// Resident blocks and warps. A block slot holds one block after the other; its warps occupy the warp slots from block slot ×
// warps per block on.

namespace warplens::simt {

/// A block resident on a multiprocessor.
struct ResidentBlock {
  bool resident = false;
  std::uint32_t index = 0;  ///< linear index in the grid
  base::Dim3 position;
  std::uint32_t sm = 0;
  std::uint32_t live_threads = 0, live_warps = 0;
  std::uint32_t shared_writers = 0;  ///< warps that may write shared memory before the next barrier of the block
  std::uint64_t start = 0;           ///< cycle
  Turn last{};                       ///< latest turn so far in which one of its warps ended
  std::uint64_t reached = never;     ///< latest cycle reached by one of its warps: it ends no earlier. `never`: not on this core
  std::vector<std::byte> shared;
};

/// A warp resident on a multiprocessor.
struct ResidentWarp {
  struct alignas(128) Line {
    std::array<std::byte, 128> bytes;
  };
  std::uint32_t block = 0;      ///< block slot
  std::uint32_t in_block = 0;   ///< index in the block
  std::uint32_t in_grid = 0;    ///< linear index in the grid
  std::uint32_t scheduler = 0;  ///< index in its multiprocessor
  bool has_turn = false;        ///< waits for a turn, or runs one
  bool writes_shared = false;   ///< counted in its block's shared_writers
  bool has_undefined = false;   ///< some values are undefined: the checker follows them (UndefinedValues)
  Lanes lanes;
  CallStack calls;
  Frame frame;
  std::vector<Line> registers;
  std::vector<std::byte> local;      ///< local memory, one lane after the other
  std::vector<std::uint64_t> ready;  ///< per register that a load writes: the cycle in which its value is available
  base::Random jitter{0};            ///< random latency of its requests to L2 and memory: one stream per warp
};

/// A scheduler of a multiprocessor, with its arithmetic units.
struct Scheduler {
  std::uint64_t issue = 0;                        ///< first cycle in which it can issue again
  std::array<std::uint64_t, unit_count> units{};  ///< per unit: first cycle in which it can accept an instruction again
};

/// Cycles for which parts of the multiprocessors have been reserved, added up over all of them.
struct BusyCycles {
  std::uint64_t issue = 0, l1 = 0, l2 = 0;
  std::array<std::uint64_t, unit_count> units{};
};

/// Availability of a multiprocessor's parts.
struct Multiprocessor {
  std::uint32_t blocks = 0;  ///< number resident
  std::uint32_t next_scheduler = 0;
  std::vector<Scheduler> schedulers;
  std::uint64_t l1 = 0;  ///< first cycle in which L1 and shared memory can serve again
  std::uint64_t l2 = 0;  ///< first cycle in which it can move bytes to or from L2 again
};

}  // namespace warplens::simt
