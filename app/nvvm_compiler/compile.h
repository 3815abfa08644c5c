#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "nvvm_compiler/options.h"

namespace warplens::nvvm_compiler {

/// A module of IR, as text or bitcode.
struct IrModule {
  std::string content;
  std::string name;   ///< in messages
  bool lazy = false;  ///< only what the other modules call is taken from it
};

/// Compile modules to PTX, by an LLVM of this computer that reads all of them. Errors: no LLVM with the NVPTX target; LLVM's
/// first message about the IR. Where LLVM itself fails, it writes why to standard error and ends the process.
base::Result<std::string> compile(const std::vector<IrModule>& modules, const Options& options);

/// Read the modules and check their structure. Errors as compile().
base::Status verify(const std::vector<IrModule>& modules);

}  // namespace warplens::nvvm_compiler
