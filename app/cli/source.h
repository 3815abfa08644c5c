#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::cli {

/// A kernel of a file that the user named.
struct KernelSource {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
};

/// `SOURCE[:ENTRY]` in its two parts: the entry is what follows the colon behind `.cu` or `.ptx`. (A path may hold colons, and so
/// may the name of a kernel in a namespace.)
struct SourceName {
  std::string path, entry;
};
SourceName split_source(const std::string& text);

/// Path for display: relative if the file is in or below the working directory, else `file` unchanged.
std::string as_seen_from_here(const std::string& file);

/// Load the module and entry of a .ptx file, or of a .cu file, which is compiled unless it is in the cache of an earlier run.
base::Result<KernelSource> load_kernel(const std::string& source, const ptx::CompileOptions& options);

}  // namespace warplens::cli
