#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::ptx {

/// nvcc's flags as they stand in a Makefile, taken out of a list of words.
struct MakefileFlags {
  std::vector<std::string> rest;       ///< the other words, in their order; -arch, -gencode and -std as --arch and --std
  std::vector<std::string> host;       ///< for the host's compiler: the values of -Xcompiler, and -fopenmp, -pthread
  std::vector<std::string> libraries;  ///< for the linker: -lNAME and -LFOLDER
  bool relocatable = false;            ///< -rdc=true, -dc
};

/// Take nvcc's flags out of `words` (NVIDIA's documentation of nvcc, "NVCC Command Options"). What is switched on here anyway, or
/// cannot change what is seen, is dropped: -g, -lineinfo, -O2, -m64, -use_fast_math, -Xptxas …; so is an architecture that
/// today's toolkits do not know any more. Errors: a flag without its value.
base::Result<MakefileFlags> take_makefile_flags(const std::vector<std::string>& words);

/// Add to `options` what the flags say of whole programs.
void add(CompileOptions& options, MakefileFlags flags);

}  // namespace warplens::ptx
