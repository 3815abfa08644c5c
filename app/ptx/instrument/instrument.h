#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/instrument/record.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// A recorded instruction.
struct RecordSite {
  std::uint32_t function = no_index;     ///< index in Module::functions
  std::uint32_t instruction = no_index;  ///< index in Function::instructions
};

/// PTX that computes the same as a module, and records its memory accesses and barriers.
struct Instrumented {
  std::string text;
  std::vector<RecordSite> sites;  ///< by RecordHeader::site
  /// Number of instructions that access memory or synchronise but are not recorded: mbarriers, bulk copies, asynchronous stores,
  /// and copies whose size is in a register.
  std::uint32_t unrecorded = 0;
};

/// Insert code that records (record.h) before every recorded store, copy and barrier, and after every load and atomic, for the
/// lanes whose guard is true. The rest of the text is unchanged: insertions are between the statements of Module::text, so that
/// everything skipped by the parser (cache operators, pragmas, prototypes, debug information) stays as the compiler wrote it. Two
/// exceptions: a `red` becomes an `atom`, to record the old value, and a discarded destination (`_`) becomes a register.
///
/// The variable RecordBuffer holds the address of the records. With `own_bytes` it is a variable of that size in the module,
/// for machines on which the host allocates no memory. The parameters of entries and the numbers of instructions in the
/// original module do not change. Lanes that record together reserve room for many records with one atomic addition
/// (record.h).
///
/// Error: the module is already instrumented.
base::Result<Instrumented> instrument(const Module& module, std::uint64_t own_bytes = 0);

}  // namespace warplens::ptx
