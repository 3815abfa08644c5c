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
  MemorySpace space = MemorySpace::global;  ///< or constant, for a variable that a generic address may point to
};

/// Records of a run of instrumented PTX, and the launch that they belong to.
struct RecordedRun {
  const ptx::Module& module;  ///< the module that was instrumented
  std::uint32_t entry = 0;    ///< index in Module::functions
  base::Dim3 grid, block;
  std::span<const ptx::RecordSite> sites;  ///< Instrumented::sites
  ptx::RecordBuffer buffer;                ///< after the run
  std::span<const std::byte> records;      ///< the used bytes of the regions (RecordBuffer::used), one region after another
  std::span<const AddressRange> ranges;    ///< of global and constant memory
  std::uint64_t shared_start = 0;          ///< address of the first byte of the kernel's shared memory
  double clock_mhz = 1000;                 ///< nominal frequency of the multiprocessors
};

/// The trace of a run, from its records, at Level::memory. Steps are ordered by the records' clocks. A load or atomic reads its
/// clock after its value has arrived, a store before it is issued. So no load saw a store that was recorded later, and no store
/// took effect before anything that was recorded earlier: an update that looks lost was lost.
///
/// Each multiprocessor has a clock of its own; CommonClock aligns them by the GPU's time. The guarantee above holds between
/// multiprocessors as long as a store takes longer to reach another one than the alignment is off, as on an H100
/// (tests/gpu/MEASURED.md).
///
/// Cycles count from the launch's first record. An access is done in the cycle in which it was recorded. A placement lasts from a
/// block's first record to its last; blocks without records have none. Accesses to memory outside `ranges` have no buffer and
/// their address as offset. New values of atomics are computed (trace/atomic_value.h). Dropped records give Truncation::budget.
///
/// Error: damaged records. Whatever they contain, no memory outside of them is read.
base::Result<Trace> hardware_trace(const RecordedRun& run);

}  // namespace warplens::trace
