#pragma once

#include <vector>

#include "launch/costs/tally.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// Compute tallies from a trace of Level::full (at Level::memory: of accesses and barriers only). Row i is number i of the
/// listing of `entry`. They equal the tallies that a SIMT machine counts during a launch (LaunchResult::tallies), except where a
/// trace lacks the facts: `divergent_branches` and `wait_cycles` are 0, and for a branch or an exit with a guard `lanes` counts
/// only the lanes that took it. An instruction whose lanes go to several buffers counts as one execution for each buffer. Steps
/// that the trace left out are missing (Trace::truncation). Cost: one pass over the trace.
std::vector<launch::Tally> tallies(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry);

/// Totals of the instructions that the compiler attributes to one CUDA source line. Compilers move and merge instructions, so
/// some may do the work of other lines.
struct LineTally {
  std::uint32_t line = 0;  ///< 1-based; 0: instructions that belong to no line of the file
  launch::Tally tally;     ///< `executions` and `lanes` sum over the line's instructions
};

/// Sum up `tallies` by line of file `file` of the module, ascending; lines that never ran are left out. An instruction inlined
/// from another file counts at the line of `file` that it was inlined into. The rows add up to the sum of all tallies.
std::vector<LineTally> tallies_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module, std::uint32_t entry,
                                       std::uint32_t file);

}  // namespace warplens::analysis
