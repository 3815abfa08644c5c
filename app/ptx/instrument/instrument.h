#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/instrument/record.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// An instruction that leaves records.
struct RecordSite {
  std::uint32_t function = no_index;     ///< index in Module::functions
  std::uint32_t instruction = no_index;  ///< index in Function::instructions
};

/// PTX that does what a module does and writes down its memory accesses and barriers.
struct Instrumented {
  std::string text;
  std::vector<RecordSite> sites;  ///< by RecordHeader::site
  /// Instructions that move memory or wait for others and leave no record: mbarriers, copies in bulk, and copies of as much as a
  /// register says; 0 where all is recorded.
  std::uint32_t unrecorded = 0;
};

/// Put a record (record.h) before every recorded store, copy and barrier, and behind every load and atomic, for the lanes that
/// its guard lets through. Nothing else of the text changes: what is added goes between the statements of Module::text, so that
/// whatever the parser passes over (cache operators, pragmas, prototypes, debug information) stays as the compiler wrote it. Two
/// exceptions: a `red` becomes the `atom` that says what it replaced, and a destination that is thrown away is kept.
///
/// Records go where the variable RecordBuffer says. With `own_bytes` that is a variable of that size in the module itself, for
/// machines on which the host hands out no memory. The parameters of entries and the numbers of instructions in the original
/// module stay what they are. Lanes of a warp share one reservation: one atomic addition for those that are active together.
///
/// Errors: the module is instrumented already.
base::Result<Instrumented> instrument(const Module& module, std::uint64_t own_bytes = 0);

}  // namespace warplens::ptx
