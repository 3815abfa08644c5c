#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/native/values.h"

namespace warplens::simt::native {

/// Whether machine code can perform this load itself: from shared memory, into registers as wide as the elements.
bool can_load_directly(const Decoded& load);

/// What is needed to generate a load that machine code performs without a call.
struct SharedLoad {
  const Decoded& load;
  x86::Mem memory;  ///< the SharedMemory
  x86::Mem tally;   ///< the load's launch::Tally
  x86::Gp runs;     ///< address of the number of straight runs begun so far
  x86::Gp clock;    ///< of the lanes, cycles
};

/// Generate a load that does what MemoryUnit::load_shared() would do, but for ResidentWarp::ready: returns a register with the
/// cycle in which the values have arrived. The code jumps to `otherwise`, with nothing changed, if the load needs
/// PathCall::load. `scratch`: 64-bit registers that such loads use one after the other; more are added as needed.
x86::Gp generate(const SharedLoad& load, x86::Compiler& compiler, Values& values, std::vector<x86::Gp>& scratch,
                 asmjit::Label otherwise);

}  // namespace warplens::simt::native
