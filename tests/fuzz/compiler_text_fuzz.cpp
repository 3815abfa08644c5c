#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz_target.h"
#include "ptx/compile/assembler.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"

// libFuzzer: any text is options of a compiler or is rejected, and any output of a compiler gives messages that come back from
// the notes at the end of PTX as they were, but for their columns.

FUZZ_TARGET(compiler_text) {
  using namespace warplens;
  const std::string text(reinterpret_cast<const char*>(data), size);
  ptx::CompilerNotes notes;
  if (const auto options = ptx::parse_compile_options(text, "/")) notes.options = ptx::options_text(*options);
  (void)ptx::first_diagnostic(text);
  notes.warnings = ptx::warnings_in(text);
  for (base::Error& warning : notes.warnings) warning.column = 0;
  for (const ptx::EntryResources& one : ptx::resources_in(text))
    if (one.resources.registers == 0 || one.resources.registers > 255) std::abort();
  if (ptx::notes_of(ptx::with_notes(text, notes)).warnings.size() < notes.warnings.size()) std::abort();
  if (ptx::notes_of(ptx::with_notes(".version 8.0\n", notes)) != notes) std::abort();
  return 0;
}
