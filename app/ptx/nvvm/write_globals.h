#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/nvvm/function_writer.h"

namespace warplens::ptx::nvvm {

/// Write a module's variables. A variable that holds the address of another is written after it. A declared variable is written
/// only if it is used. Errors: an initial value that PTX cannot express, or of more than 16 MiB; two variables that hold each
/// other's address.
base::Result<std::string> write_globals(const ModuleWriting& writing);

}  // namespace warplens::ptx::nvvm
