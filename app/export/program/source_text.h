#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::export_ {

/// Make the text of a .cu file self-contained: definitions of the macros in `options` come first, and local headers are inserted
/// where they are included. Errors: a source that cannot be read, is no .cu file, or has a main() of its own; headers that
/// include each other without end.
base::Result<std::string> source_text(const std::filesystem::path& source, const ptx::CompileOptions& options);

/// Wrap any text as comment lines that end in \n, of at most 110 characters unless a word is longer, indented by `indent`
/// spaces.
std::string comment(const std::string& text, std::size_t indent = 0);

}  // namespace warplens::export_
