#pragma once

#include <filesystem>
#include <string>

#include "ptx/compile/module_cache.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::experiment {

/// A sentence that lists the source lines of kernel `entry` whose memory accesses the compiler removed, so that the check cannot
/// see them; "" if there are none. Compares `module`, compiled from the .cu file `source` with `options`, with the same file
/// compiled without optimisation, by `modules`, a cache without options of its own. Also "" if that compilation fails, or if
/// `source` is not a .cu file.
std::string removed_accesses_text(const ptx::Module& module, const std::string& entry, const std::filesystem::path& source,
                                  const ptx::CompileOptions& options, ptx::ModuleCache& modules);

}  // namespace warplens::experiment
