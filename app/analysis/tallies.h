#pragma once

#include <vector>

#include "launch/costs/tally.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// Tallies from a trace of Level::full (at Level::memory, of accesses and barriers only): row i is number i of the
/// listing of `entry`. The same as a SIMT machine counts in flight (LaunchResult::tallies), but for
/// what a trace does not tell: `divergent_branches` and `wait_cycles` are 0, and of a branch or an exit with a guard `lanes` has
/// only those that took it. An instruction whose lanes go to several buffers counts as an execution for each. Leaves out what the
/// trace left out (Trace::truncation). Cost: one pass over the trace.
std::vector<launch::Tally> tallies(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry);

/// What one CUDA source line did: the sum of the tallies of its instructions, which may be more than the line's share of the
/// text, as a compiler moves and merges instructions.
struct LineTally {
  std::uint32_t line = 0;  ///< 1-based; 0 for instructions that are of no line of the file
  launch::Tally tally;     ///< `executions` and `lanes` sum over the line's instructions
};

/// Per line of file `file` of the module, ascending; lines that never ran are left out. Inlined instructions count at the line
/// that they were inlined into when that is in `file`. The sums over all rows are those over all tallies.
std::vector<LineTally> tallies_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module, std::uint32_t entry,
                                       std::uint32_t file);

}  // namespace warplens::analysis
