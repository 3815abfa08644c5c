#pragma once

#include <filesystem>
#include <string>

#include "ptx/compile/module_cache.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::experiment {

/// What a check of kernel `entry` cannot see, as the compiler has removed it: a sentence with the lines of the .cu file that
/// `module` was compiled from with `options`; "" if there are none, for another file, and where it does not compile without
/// optimisation. Compiles it, unless `modules` has it, which have no options of their own.
std::string removed_accesses_text(const ptx::Module& module, const std::string& entry, const std::filesystem::path& source,
                                  const ptx::CompileOptions& options, ptx::ModuleCache& modules);

}  // namespace warplens::experiment
