#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

namespace warplens::ptx {

/// Facts about a compilation, apart from its PTX.
struct CompilerNotes {
  std::string options;                ///< options_text(); "": none
  std::vector<base::Error> warnings;  ///< each with its file and line
  std::string assembler;              ///< assembler_report(); "": none
  bool operator==(const CompilerNotes&) const = default;
};

/// Text of the options that determine a source's PTX on any machine: definitions, architecture and standard, if they are not the
/// default.
std::string options_text(const CompileOptions& options);

/// Append the notes to PTX as comments, so that they stay with it in caches and files; and read the notes from such a text.
std::string with_notes(std::string ptx, const CompilerNotes& notes);
CompilerNotes notes_of(std::string_view ptx);

}  // namespace warplens::ptx
