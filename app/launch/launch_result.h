#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "launch/costs/occupancy.h"
#include "launch/costs/spread.h"
#include "launch/costs/tally.h"
#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "trace/trace.h"

namespace warplens::launch {

/// How a number came about. Never mixed on one axis without saying so.
enum class Origin : std::uint8_t { measured, counted, modelled };
std::string_view name(Origin origin);

struct Figure {
  double value = 0;
  Origin origin = Origin::counted;
};

/// What a kernel's failure is called in `findings` (DESIGN section 6).
enum class FaultKind : std::uint8_t {
  out_of_bounds,
  misaligned,
  barrier_divergence,
  deadlock,
  step_limit,
  trap,
  assertion,
  stack_overflow,
  invalid_call,
  invalid_free,
  invalid_barrier,
  invalid_mask,
  device
};
std::string_view name(FaultKind kind);

/// Why the kernel stopped: one witness.
struct Fault {
  FaultKind kind = FaultKind::device;
  std::string message;       ///< a sentence with the numbers: which access, which buffer, how far outside
  base::Dim3 block, thread;  ///< the first thread at fault
  std::string file;          ///< CUDA source, or the PTX where there is no line information
  std::uint32_t line = 0, column = 0;
  std::string space;         ///< "global", "shared", …; empty where it does not apply
  std::string access;        ///< "read", "write", "atomic"; empty where it does not apply
  std::string buffer;        ///< nearest buffer; empty where there is none
  std::int64_t element = 0;  ///< index relative to that buffer, may lie outside
};

/// Whether a check's finding is what stopped the kernel.
bool same_defect(const Finding& finding, const Fault& fault);

/// Exact counts of what was executed (0 on a GPU, where they are not known without instrumentation).
struct Counters {
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t warp_instructions = 0;                                    ///< instructions issued for a warp
  std::uint64_t thread_instructions = 0;                                  ///< the same times the lanes that executed them
  std::uint64_t cycles = 0;                                               ///< modelled; 0 where nothing is modelled
  std::uint64_t global_loads = 0, global_stores = 0, global_atomics = 0;  ///< warp requests
  std::uint64_t global_sectors = 0;                                       ///< 32-byte sectors over all global requests
  /// Bytes that lanes asked for, and sectors that came for them, of global loads and of global stores alone.
  std::uint64_t load_bytes_asked = 0, load_sectors = 0, store_bytes_asked = 0, store_sectors = 0;
  std::uint64_t shared_requests = 0;
  std::uint64_t bank_conflicts = 0;     ///< extra passes over shared requests: ways - 1
  std::uint64_t atomic_collisions = 0;  ///< lanes that the busiest address of an atomic request had beyond one
  std::uint64_t branches = 0, divergent_branches = 0;
  std::uint64_t barriers = 0;                                     ///< warp arrivals
  std::uint64_t barrier_wait_cycles = 0, memory_wait_cycles = 0;  ///< modelled; summed over warps (Tally::wait_cycles)
};

/// Seconds of one run, by the machine's clock.
struct Timing {
  std::optional<double> host_ms;        ///< execution alone, without start-up, compiling or copying (measured)
  std::optional<double> kernel_ms;      ///< by GPU events (measured)
  std::optional<double> copies_ms;      ///< kernel with copies in and out (measured)
  std::optional<double> kernel_cycles;  ///< modelled
  std::optional<Spread> kernel_spread;  ///< with Launch::timed_runs; kernel_ms is its median
  std::optional<Spread> copies_spread;  ///< the same with copies; copies_ms is its median
  std::optional<double> overhead_ms;    ///< with Launch::timed_runs: a kernel that does nothing, by GPU events (measured)
};

enum class Outcome : std::uint8_t { finished, faulted, cancelled };

/// What a launch gave, whichever machine ran it.
struct LaunchResult {
  Outcome outcome = Outcome::finished;
  std::optional<Fault> fault;  ///< with Outcome::faulted
  std::string device;          ///< name of the machine: "SIMT machine, 2-SM toy", "NVIDIA H200"
  bool modelled = true;        ///< cycles in the trace are modelled (SIMT machine), not measured
  std::vector<Bytes>
      outputs;            ///< final content of each Buffer among the arguments, in order of the arguments; kept after a fault too
  bool in_place = false;  ///< the output of Launch::in_place is in the memory lent for it, too
  std::vector<Bytes> symbols;     ///< final content of each of Launch::saved_symbols
  std::vector<Finding> findings;  ///< with Launch::check; in the order of their places in the source
  std::string unchecked;          ///< what the checks could not look at, a sentence; empty where they looked at everything
  std::string printed;            ///< what the kernel's printf wrote
  Counters counters;
  /// What each instruction did, one row per number of the launch's ptx::Listing (the instructions of the entry and its functions,
  /// and the end of each function, for threads that fall off it); empty where that is not known (on a GPU).
  std::vector<Tally> tallies;
  std::optional<Occupancy> occupancy;  ///< what the machine works with; nothing where that is not known
  std::uint32_t multiprocessors = 0;   ///< of the machine
  Timing timing;
  std::optional<ScheduleRecord> schedule;  ///< with Launch::record_schedule, on the SIMT machine
  std::string trace_note;                  ///< of what run the trace is, or why it lacks something; empty where it is plain
  trace::Trace trace;                      ///< buffer k of the trace is the k-th Buffer among the arguments
};

}  // namespace warplens::launch
