#pragma once

#include <string>
#include <vector>

#include "nvvm_library/interface.h"

namespace warplens::nvvm_library {

/// A program of the interface: modules that are compiled together, and what came of it.
///
/// LLVM reads strangers' IR in a process of its own (main_nvvm.cpp), which may crash or run out of memory, and which leaves no
/// trace in the program that asks.
class Program {
 public:
  /// Add a module, as text or bitcode. `lazy`: only what the other modules call is taken from it.
  void add(std::string module, std::string name, bool lazy);

  /// Compile to PTX, or only check. Errors: no module; an option; the IR, which the log then describes.
  nvvmResult compile(const std::vector<std::string>& options) { return run(options, true, NVVM_ERROR_COMPILATION); }
  nvvmResult verify(const std::vector<std::string>& options) { return run(options, false, NVVM_ERROR_INVALID_IR); }

  const std::string& ptx() const { return ptx_; }
  const std::string& log() const { return log_; }

 private:
  struct Module {
    std::string content, name;
    bool lazy = false;
  };

  /// Runs the compiler. `failure`: what it is where the IR is wrong.
  nvvmResult run(const std::vector<std::string>& options, bool compiles, nvvmResult failure);
  nvvmResult failed(nvvmResult result, std::string why);

  std::vector<Module> modules_;
  std::string ptx_, log_;
};

}  // namespace warplens::nvvm_library
