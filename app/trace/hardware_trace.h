#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "ptx/instrument/instrument.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::trace {

/// Address range of a buffer or variable in device memory.
struct AddressRange {
  std::uint64_t begin = 0, size = 0;        ///< bytes
  std::uint32_t buffer = no_buffer;         ///< buffer of the launch; no_buffer for a variable
  MemorySpace space = MemorySpace::global;  ///< or constant: a generic address may point to a constant variable
};

/// Records of a run of instrumented PTX, and the run's launch.
struct RecordedRun {
  const ptx::Module& module;  ///< the module before instrumentation
  std::uint32_t entry = 0;    ///< index in Module::functions
  base::Dim3 grid, block;
  std::span<const ptx::RecordSite> sites;  ///< Instrumented::sites
  ptx::RecordBuffer buffer;                ///< its state after the run
  std::span<const std::byte> records;      ///< the used bytes of all regions (RecordBuffer::used), one region after the other
  std::span<const AddressRange> ranges;    ///< buffers and variables in global and constant memory
  std::uint64_t shared_start = 0;          ///< address of the first byte of the kernel's shared memory
  double clock_mhz = 1000;                 ///< nominal frequency of the multiprocessors
};

/// Make the trace of a run from its records, at Level::memory. Steps are ordered by the records' clocks. A load or atomic reads
/// its clock after its value has arrived, a store before it is issued. So no load saw a store with a later record, and no store
/// took effect before an operation with an earlier record: an update that looks lost was lost.
///
/// Each multiprocessor has its own clock; CommonClock aligns them by the GPU's time. Between multiprocessors, the guarantee above
/// holds if the error of this alignment is smaller than the time of a store to reach another multiprocessor, as on an H100
/// (tests/gpu/MEASURED.md).
///
/// Cycles count from the launch's first record. An access is done in the cycle in which it was recorded. A placement lasts from a
/// block's first record to its last; blocks without records have none. Accesses to memory outside `ranges` have no buffer and
/// their address as offset. New values of atomics are computed (trace/atomic_value.h). Dropped records give Truncation::budget.
///
/// Error: damaged records. Whatever they contain, no memory outside of the records is read.
base::Result<Trace> hardware_trace(const RecordedRun& run);

}  // namespace warplens::trace
