#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "ptx/instrument/instrument.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::trace {

/// A buffer or variable where the machine had it.
struct AddressRange {
  std::uint64_t begin = 0, size = 0;        ///< bytes
  std::uint32_t buffer = no_buffer;         ///< buffer of the launch; no_buffer for a variable
  MemorySpace space = MemorySpace::global;  ///< or constant: a variable that a generic address may mean
};

/// What a machine's run of instrumented PTX left, and what it was a run of.
struct RecordedRun {
  const ptx::Module& module;  ///< the module that was instrumented
  std::uint32_t entry = 0;    ///< index in Module::functions
  base::Dim3 grid, block;
  std::span<const ptx::RecordSite> sites;  ///< Instrumented::sites
  ptx::RecordBuffer buffer;                ///< after the run
  std::span<const std::byte> records;      ///< RecordBuffer::capacity bytes, or as many of the first as were used
  std::span<const AddressRange> ranges;    ///< of global and constant memory
  std::uint64_t shared_start = 0;          ///< address of the first byte of shared memory that a kernel gets
};

/// The trace of a run, from its records, at Level::memory. Steps stand in the order in which their warps reserved their records:
/// loads and atomics when the value was there, stores before they went. What a load is recorded before, it certainly did not see,
/// and what a store is recorded behind, it certainly came after; so an update that looks lost is lost. A step's cycle is its
/// multiprocessor's clock, counted from the launch's first record; each multiprocessor's first record is taken to be as late as
/// the latest one before it, and cycles never go back. (Multiprocessors have a clock each, and no two start together.)
/// An access is done in the cycle in which it was recorded. Placements are from a block's first record to its last; blocks
/// without records have none. Accesses to memory outside `ranges` have no buffer and their address as offset.
/// Values that atomics leave are computed (trace/atomic_value.h). Dropped records are Truncation::budget.
///
/// The error says that the records are damaged: no memory outside of them is read, whatever they hold.
base::Result<Trace> hardware_trace(const RecordedRun& run);

}  // namespace warplens::trace
