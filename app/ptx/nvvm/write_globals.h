#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/nvvm/function_writer.h"

namespace warplens::ptx::nvvm {

/// Write a module's variables. A variable whose initial value holds another's address comes after that one; a mere declaration
/// is written only if something uses it. Errors: an initial value that PTX cannot express, one of more than 16 MiB, two variables
/// that hold each other's address.
base::Result<std::string> write_globals(const ModuleWriting& writing);

}  // namespace warplens::ptx::nvvm
