#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// Compile NVVM IR, the text that clang 14 to 22 write for nvptx64 or nvptx with -emit-llvm, to PTX. For nvptx, pointers have 32
/// bits in memory (write_narrow.cpp). The code is expected to be optimised already; what remains to do is what a machine needs:
/// instructions, registers, addresses. Lines of the source stay, and so do the names of variables where the IR has them. Error:
/// the line of the IR, and what cannot be read or has no PTX.
base::Result<std::string> to_ptx(std::string_view text, const std::string& path);

/// Write a module that has been read. Error: what has no PTX.
base::Result<std::string> write_module(Module module);

}  // namespace warplens::ptx::nvvm
