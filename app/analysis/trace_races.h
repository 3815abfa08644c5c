#pragma once

#include <string>
#include <vector>

#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// The data races that a trace shows: two accesses to one place in global or shared memory by different threads, at least one a
/// write, not both atomic, that no barrier orders. One finding for each pair of instructions and buffer, with its first witnesses
/// and how often it showed.
struct TraceRaces {
  std::vector<launch::Finding> findings;
  std::string unchecked;  ///< what was not looked for, and why; empty where everything was
};

/// Works on the trace of any machine; what a GPU's records are checked by. Best case: a complete trace of a kernel whose threads
/// meet at __syncthreads() only. Of two threads of a block, those accesses race that both had passed as many barriers before; of
/// threads of two blocks, all do. Left out: the lanes of one warp in different instructions (they may meet by warp intrinsics);
/// every order made by fences, volatile accesses, mbarriers and barriers of a part of a block, where nothing is then looked for;
/// memory outside of the launch's buffers; what the trace left out (Trace::truncation).
/// Cost: one pass, about 60 bytes for each place in the buffers that were touched.
TraceRaces trace_races(const launch::Launch& launch, const trace::Trace& trace);

/// The same into the result of a machine that cannot check by itself.
void add_trace_races(const launch::Launch& launch, launch::LaunchResult& result);

}  // namespace warplens::analysis
