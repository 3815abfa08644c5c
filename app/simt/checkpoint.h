#pragma once

#include <cstdint>

#include "simt/machine_state.h"
#include "simt/memory.h"

namespace warplens::simt {

/// A moment of a launch that a Machine can go back to.
struct Checkpoint {
  MachineState state;
  MemoryContent memory;

  /// About what it takes, bytes.
  std::uint64_t bytes() const;
};

}  // namespace warplens::simt
