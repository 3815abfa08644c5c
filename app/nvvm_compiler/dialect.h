#pragma once

#include "base/result.h"
#include "nvvm_compiler/llvm.h"

namespace warplens::nvvm_compiler {

/// Write what only NVVM IR has (NVIDIA, "NVVM IR Specification") as LLVM's own IR: votes, shuffles and matches of a warp, which
/// LLVM has as a function for each kind; casts of pointers that are calls, which hide the memory space; and that any function may
/// wait for other threads, so that none moves into a branch or out of it. Done before the module is verified.
void translate_dialect(const Llvm& llvm, LlvmContext* context, LlvmModule* module);

/// Remove variables of Numba's that nothing uses, after optimisation: they hold the error of a kernel that is compiled for
/// debugging, and what its functions would need on the host.
void remove_unused_variables(const Llvm& llvm, LlvmModule* module);

/// Text of a module of IR with the functions that translate_dialect() lets a module call.
const char* functions_of_dialect();

}  // namespace warplens::nvvm_compiler
