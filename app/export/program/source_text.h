#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::export_ {

/// The text of a .cu file that needs no other file of the user's: the macros that `options` define come first, and a local header
/// stands where it was included. Errors: a source that cannot be read, is no .cu file, or has a main() of its own; headers that
/// include each other without end.
base::Result<std::string> source_text(const std::filesystem::path& source, const ptx::CompileOptions& options);

}  // namespace warplens::export_
