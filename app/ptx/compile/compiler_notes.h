#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ptx/compile/options.h"

namespace warplens::ptx {

/// What is known of a compilation, apart from its PTX.
struct CompilerNotes {
  std::string options;                ///< options_text(); "": none
  std::vector<base::Error> warnings;  ///< each with its file and line
  std::string assembler;              ///< assembler_report(); "": none
  bool operator==(const CompilerNotes&) const = default;
};

/// The options that determine the PTX of a source wherever it is compiled: definitions, architecture and standard, where they are
/// not the default.
std::string options_text(const CompileOptions& options);

/// PTX with the notes as comments at its end, so that they stay with it in caches and files; and the notes of such a text.
std::string with_notes(std::string ptx, const CompilerNotes& notes);
CompilerNotes notes_of(std::string_view ptx);

}  // namespace warplens::ptx
