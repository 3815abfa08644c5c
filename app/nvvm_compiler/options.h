#pragma once

#include <span>
#include <string>

#include "base/result.h"

namespace warplens::nvvm_compiler {

/// Options of nvvmCompileProgram() and their defaults (NVIDIA, "libNVVM API v2.0", "Supported Compiler Options").
struct Options {
  bool debug = false;               ///< -g: names and places of variables, too
  bool lines = false;               ///< -generate-line-info
  bool optimised = true;            ///< -opt=3; -opt=0 optimises nothing
  unsigned architecture = 75;       ///< 75 of -arch=compute_75
  bool flushes_subnormals = false;  ///< -ftz=1: float results and arguments below the normal range become 0
  bool exact_square_root = true;    ///< -prec-sqrt: float square roots are rounded to nearest, else approximate
  bool exact_division = true;       ///< -prec-div: the same of float quotients
  bool contracts = true;            ///< -fma: a product and a sum may become one instruction
};

/// Read options such as "-opt=3". Errors: an option that is unknown or has a wrong value, by name.
base::Result<Options> parse_options(std::span<const std::string> words);

}  // namespace warplens::nvvm_compiler
