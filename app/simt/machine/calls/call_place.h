#pragma once

#include "simt/code/decode/program.h"
#include "simt/machine/calls/call_stack.h"

namespace warplens::simt {

/// The instruction whose source line is reported for lanes at `pc` in call `frame`. Usually the one at `pc`; inside a function
/// from another file than the kernel's (a toolkit header), the call instruction in the kernel's own file.
inline std::uint32_t call_place(const Program& program, const CallStack& calls, std::uint32_t frame, std::uint32_t pc) {
  while (frame != no_frame && program.functions[calls[frame].function].elsewhere) {
    pc = program.calls[calls[frame].site].pc;
    frame = calls[frame].parent;
  }
  return pc;
}

}  // namespace warplens::simt
