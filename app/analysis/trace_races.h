#pragma once

#include <string>
#include <vector>

#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// The data races in a trace: two accesses to one location in global or shared memory by different threads, at least one a write,
/// not both atomic, that no barrier orders. One finding for each pair of instructions and buffer, with its first witnesses and a
/// count.
struct TraceRaces {
  std::vector<launch::Finding> findings;
  std::string unchecked;  ///< what was not checked, and why; empty if all was
};

/// Find races in the trace of any machine; used for a GPU's records. Best case: a complete trace of a kernel that synchronises by
/// __syncthreads() only. Two accesses of threads of one block race if both threads have passed the same number of barriers; any
/// two accesses of threads of different blocks race. Not checked: lanes of one warp in different instructions (warp intrinsics
/// may order them); kernels that order by fences, volatile accesses, mbarriers or barriers of part of a block; memory outside the
/// launch's buffers; accesses that the trace left out (Trace::truncation). Cost: one pass, about 60 bytes per location accessed.
TraceRaces trace_races(const launch::Launch& launch, const trace::Trace& trace);

/// Add the data races in the result's trace to its findings, for a machine that cannot check by itself.
void add_trace_races(const launch::Launch& launch, launch::LaunchResult& result);

}  // namespace warplens::analysis
