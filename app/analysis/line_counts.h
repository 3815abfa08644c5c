#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// Counts per CUDA source line, ascending; lines without a recorded step have no row.
struct LineCounts {
  std::vector<std::uint32_t> line;
  /// How often threads executed the line: the number of its writes or atomics, since a statement has one of them but may read
  /// several times; without any, the number of its reads; else the count of its most executed instruction.
  std::vector<std::uint64_t> threads;
  std::vector<std::uint64_t> reads, writes, atomics;  ///< accesses of lanes to global and shared memory
};

/// Count per line of file `file` of the module, from the recorded steps of a launch of `entry` and the functions it calls. An
/// instruction inlined from another file counts at the line of `file` that it was inlined into.
LineCounts line_counts(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry, std::uint32_t file);

/// Index in Module::files of the function's source file, taken from its first instruction with a line, following inlining
/// outwards; ptx::no_index without line information.
std::uint32_t file_of(const ptx::Module& module, std::uint32_t function);

/// CUDA source line (1-based) of an instruction in `file`, following inlining outwards; 0 if there is none.
std::uint32_t line_of(const ptx::Module& module, std::uint32_t function, std::uint32_t instruction, std::uint32_t file);

}  // namespace warplens::analysis
