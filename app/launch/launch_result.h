#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "launch/byte_range.h"
#include "launch/costs/occupancy.h"
#include "launch/costs/spread.h"
#include "launch/costs/tally.h"
#include "launch/costs/utilisation.h"
#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/placement.h"
#include "trace/trace.h"

namespace warplens::launch {

/// Origin of a number. Never mixed on one axis without a label.
enum class Origin : std::uint8_t { measured, counted, modelled };
std::string_view name(Origin origin);

struct Figure {
  double value = 0;
  Origin origin = Origin::counted;
};

/// Name of a kernel's failure in `findings` (docs/json.md).
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

/// Reason why the kernel stopped, with one witness.
struct Fault {
  FaultKind kind = FaultKind::device;
  std::string message;       ///< a sentence: which access, which buffer, how far out of bounds
  base::Dim3 block, thread;  ///< the first thread at fault
  std::string file;          ///< CUDA source, or the PTX if there is no line information
  std::uint32_t line = 0, column = 0;
  std::string space;                        ///< "global", "shared", …; empty where it does not apply
  std::optional<trace::AccessKind> access;  ///< nothing where it does not apply
  std::string buffer;                       ///< nearest buffer; empty where there is none
  std::int64_t element = 0;                 ///< index in that buffer; may be out of range
  std::uint64_t address = 0;                ///< of an access outside of every buffer; otherwise 0
  bool endless = false;                     ///< step_limit: shown never to end, so a higher limit does not help
};

/// Whether a finding is the fault that stopped the kernel.
bool same_defect(const Finding& finding, const Fault& fault);

/// Exact execution counts (0 on a GPU, which has none without instrumentation).
struct Counters {
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t warp_instructions = 0;    ///< instructions issued for a warp
  std::uint64_t thread_instructions = 0;  ///< issued instructions × active lanes
  std::uint64_t cycles = 0;               ///< modelled, from the start of the first block; 0 without a model
  std::uint64_t global_loads = 0, global_stores = 0, global_atomics = 0;  ///< warp requests
  std::uint64_t global_sectors = 0;                                       ///< 32-byte sectors over all global requests
  /// Bytes requested by lanes and sectors transferred, separately for global loads and global stores.
  std::uint64_t load_bytes_asked = 0, load_sectors = 0, store_bytes_asked = 0, store_sectors = 0;
  /// Modelled: sectors of global loads and atomics held by L1 (loads only) and L2, and sectors read and written by memory. A
  /// sector requested again while it is on its way from memory is read once.
  std::uint64_t l1_hit_sectors = 0, l2_hit_sectors = 0, memory_sectors_read = 0, memory_sectors_written = 0;
  std::uint64_t shared_requests = 0;
  std::uint64_t bank_conflicts = 0;     ///< extra passes over shared requests: ways - 1
  std::uint64_t atomic_collisions = 0;  ///< lanes at the most contended address of an atomic request, minus one
  std::uint64_t branches = 0, divergent_branches = 0;
  std::uint64_t barriers = 0;                                     ///< warp arrivals
  std::uint64_t barrier_wait_cycles = 0, memory_wait_cycles = 0;  ///< modelled; summed over warps (Tally::wait_cycles)
};

/// Times of one run.
struct Timing {
  std::optional<double> host_ms;        ///< execution alone, without start-up, compiling or copying (measured)
  std::optional<double> kernel_ms;      ///< kernel alone, by GPU events (measured)
  std::optional<double> copies_ms;      ///< kernel with copies in and out (measured)
  std::optional<double> kernel_cycles;  ///< modelled, from the launch on; the trace's cycle 0 is the start of the first block
  std::optional<double> launch_cycles;  ///< modelled: from the launch to the start of the first block
  std::optional<Spread> kernel_spread;  ///< with Launch::timed_runs; kernel_ms is its median
  std::optional<Spread> copies_spread;  ///< with Launch::timed_runs, including copies; copies_ms is its median
  std::optional<double> overhead_ms;    ///< with Launch::timed_runs: time of an empty kernel, by GPU events (measured)
};

/// A launch that a kernel has made (CUDA's dynamic parallelism): it is up to the runtime to carry it out.
struct DeviceLaunch {
  std::uint32_t entry = 0;  ///< in Module::functions of the kernel's module
  base::Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;   ///< bytes per block
  bool tail = false;                  ///< begins when the kernel and all that it has launched is done (cudaStreamTailLaunch)
  std::vector<std::byte> parameters;  ///< laid out as the kernel's are
};

enum class Outcome : std::uint8_t { finished, faulted, cancelled };

/// Result of a launch, in the same form from every machine.
struct LaunchResult {
  Outcome outcome = Outcome::finished;
  std::optional<Fault> fault;  ///< with Outcome::faulted
  std::string device;          ///< name of the machine: "SIMT machine, 2-SM toy", "NVIDIA H200"
  bool modelled = true;        ///< cycles in the trace are modelled (SIMT machine), not measured
  std::vector<Bytes>
      outputs;            ///< final content of each Buffer among the arguments, in the order of the arguments; also after a fault
  bool in_place = false;  ///< the output of Launch::in_place is also in the lent memory
  /// With a placement: memory from the kernel's malloc that it has not freed, and the addresses of the placement's blocks that
  /// the kernel has freed.
  std::vector<HeapBlock> heap;
  std::vector<std::uint64_t> heap_freed;
  /// With a placement and Launch::check, per buffer: the bytes of Placement::Block::unwritten that the launch has not written
  /// either, as far as known. Otherwise empty.
  std::vector<RangesOfBytes> unwritten;
  std::vector<Bytes> symbols;     ///< final content of each of Launch::saved_symbols
  std::vector<Finding> findings;  ///< with Launch::check; in source order
  std::vector<Finding> notes;     ///< likewise, races that are proved harmless (Finding::harmless)
  std::string unchecked;          ///< a sentence on unchecked parts; empty if everything was checked
  std::string printed;            ///< output of the kernel's printf
  Counters counters;
  /// Counts per instruction, one row per number of the launch's ptx::Listing (the instructions of the entry and its functions,
  /// and the end of each function, which a thread may reach without ret); empty on a GPU, which has no counts.
  std::vector<Tally> tallies;
  std::optional<Occupancy> occupancy;      ///< by the limits of the machine; nothing if these are unknown
  std::uint32_t multiprocessors = 0;       ///< number that the machine has
  std::optional<Utilisation> utilisation;  ///< modelled; nothing if time is not modelled
  Timing timing;
  std::optional<ScheduleRecord> schedule;  ///< with Launch::record_schedule, on the SIMT machine
  std::string trace_note;  ///< the traced run, or the parts missing in the trace and why; empty for a complete trace of this run
  trace::Trace trace;      ///< buffer k of the trace is the k-th Buffer among the arguments
  std::vector<DeviceLaunch> device_launches;  ///< what the kernel has launched, in order
};

}  // namespace warplens::launch
