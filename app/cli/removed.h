#pragma once

#include <string>

#include "launch/launch.h"
#include "ptx/compile/options.h"

namespace warplens::cli {

/// What a check cannot see, as the compiler has removed it: a sentence with the lines of a .cu file; "" if there are none, or the
/// file does not compile without optimisation. Compiles it, unless a cache has it.
std::string removed_accesses_text(const launch::Launch& launch, const std::string& source, const ptx::CompileOptions& options);

}  // namespace warplens::cli
