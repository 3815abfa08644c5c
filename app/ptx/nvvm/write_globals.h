#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/nvvm/function_writer.h"

namespace warplens::ptx::nvvm {

/// The variables of a module with their initial values, each after those whose address it holds. Declarations without a value
/// only if `used`, per global. Errors: an initial value that is only known once the program is loaded, one of more than 16 MiB, a
/// ring of addresses.
base::Result<std::string> write_globals(ModuleWriting& writing, const std::vector<bool>& used);

}  // namespace warplens::ptx::nvvm
