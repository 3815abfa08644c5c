#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// What one CUDA source line did. Rows for lines that ran at least one recorded step, ascending.
struct LineCounts {
  std::vector<std::uint32_t> line;
  /// How often a thread carried the line out: its writes or atomics, as a statement has one of them but may read several times;
  /// its reads where it has neither; else lane executions of its most executed instruction.
  std::vector<std::uint64_t> threads;
  std::vector<std::uint64_t> reads, writes, atomics;  ///< lane accesses to global and shared memory
};

/// Counts per line of file `file` of the module, from the recorded steps of a launch of `entry` and the functions it calls;
/// inlined instructions count at the line that they were inlined into when that is in `file`.
LineCounts line_counts(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry, std::uint32_t file);

/// The file that a function is in, an index in Module::files: where its first instruction with a line is, or was inlined into;
/// ptx::no_index without line information.
std::uint32_t file_of(const ptx::Module& module, std::uint32_t function);

/// CUDA source line (1-based) of an instruction in `file`, following inlining outwards; 0 where there is none.
std::uint32_t line_of(const ptx::Module& module, std::uint32_t function, std::uint32_t instruction, std::uint32_t file);

}  // namespace warplens::analysis
