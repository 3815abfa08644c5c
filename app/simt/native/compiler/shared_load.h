#pragma once

#include "simt/native/compiler/values.h"

namespace warplens::simt::native {

/// Whether machine code can perform this load itself: a weak load of shared memory, into registers as wide as the elements.
bool can_load_directly(const Decoded& load);

/// Inputs for generating a load that machine code performs without a call.
struct SharedLoad {
  const Decoded& load;
  std::uint32_t pc;  ///< its index in the program
  x86::Mem memory;   ///< the SharedMemory
  x86::Mem tally;    ///< the load's launch::Tally
  x86::Gp runs;      ///< address of the number of straight runs begun so far
  x86::Gp clock;     ///< clock of the lanes, cycles
};

/// Generate a load with the effects of MemoryUnit::load_shared(), except that the caller sets ResidentWarp::ready: returns a
/// register with the cycle in which the values arrive. If PathCall::load has to make the load, the code jumps to `otherwise`
/// before it has loaded or counted anything. Uses the first scratch registers (Values::spare_word).
x86::Gp generate(const SharedLoad& load, x86::Compiler& compiler, Values& values, asmjit::Label otherwise);

}  // namespace warplens::simt::native
