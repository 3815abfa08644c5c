#pragma once

#include <cstdint>

#include "simt/machine/global_memory.h"
#include "simt/machine/machine_state.h"

namespace warplens::simt {

/// A moment of a launch that a Machine can go back to.
struct Checkpoint {
  MachineState state;
  MemoryContent memory;

  /// About what it takes, bytes.
  std::uint64_t bytes() const;
};

}  // namespace warplens::simt
