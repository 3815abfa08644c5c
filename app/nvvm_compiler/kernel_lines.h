#pragma once

#include "nvvm_compiler/llvm.h"

namespace warplens::nvvm_compiler {

/// Let kernels have the lines of the Python functions that they are. Numba makes two functions of a kernel: the Python function,
/// with its lines, which is marked as not to be inlined because it has them, and the kernel, which only calls it. Here the
/// function is inlined, as it is without line information, and its lines become the kernel's.
void give_lines_to_kernels(const Llvm& llvm, LlvmModule* module);

}  // namespace warplens::nvvm_compiler
