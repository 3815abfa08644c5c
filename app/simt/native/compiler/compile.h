#pragma once

#include <asmjit/core.h>

#include <cstdint>

#include "ptx/module.h"
#include "simt/code/decode/program.h"
#include "simt/native/code.h"
#include "simt/native/compiler/live_registers.h"

namespace warplens::simt::native {

/// The instructions of a run or a path.
struct Region {
  const Program& program;
  const FunctionCode& place;  ///< the function that contains it
  const ptx::Function& function;
  const LiveRegisters& live;
  std::uint32_t first = 0;   ///< index in Program::code
  std::uint32_t length = 0;  ///< instructions
};

/// Compile a run. Null if the code could not be generated.
Run::Function compile_run(const Region& region, InstructionSet set, asmjit::JitRuntime& runtime);
/// Compile a path; `loop`: its last instruction branches back to its first. Null as above.
CodePath::Function compile_path(const Region& region, bool loop, InstructionSet set, asmjit::JitRuntime& runtime);

}  // namespace warplens::simt::native
