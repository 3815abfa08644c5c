#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// What one CUDA source line did. Rows for lines that ran at least one recorded step, ascending.
struct LineCounts {
  std::vector<std::uint32_t> line;
  std::vector<std::uint64_t> threads;   ///< lane executions of the line's memory accesses; of its instructions where it has none
  std::vector<std::uint64_t> reads, writes, atomics;  ///< lane accesses to global and shared memory
};

/// Counts per line of file `file` of the module, from the recorded steps; inlined instructions count at the line that they were inlined into
/// when that is in `file`.
LineCounts line_counts(const trace::Trace& trace, const ptx::Module& module, std::uint32_t function, std::uint32_t file);

/// CUDA source line (1-based) of an instruction in `file`, following inlining outwards; 0 where there is none.
std::uint32_t line_of(const ptx::Module& module, std::uint32_t function, std::uint32_t instruction, std::uint32_t file);

}  // namespace warplens::analysis
