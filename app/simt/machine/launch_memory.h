#pragma once

#include <cstdint>

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// Check a launch for a machine of `spec`: first launch::check(); then, with a placement, every block and variable must begin at
/// the slot_base() of its own slot, within the slots that launch/address_space.h reserves for placements.
base::Status check_launch(const launch::Launch& launch, const DeviceSpec& spec);

/// This computer's memory that a launch needs, in bytes, as known before it runs. Not counted: memory that grows meanwhile
/// (GrowthLimits), and small things such as the caches' tags, counters and printed text.
struct LaunchMemory {
  std::uint64_t buffers = 0;    ///< their initial contents, and the machine's copies, which become the outputs
  std::uint64_t variables = 0;  ///< in global and constant memory
  std::uint64_t registers = 0;  ///< of all threads that are resident at once
  std::uint64_t local = 0;      ///< local memory of all resident threads, before stacks grow
  std::uint64_t shared = 0;     ///< of all blocks that are resident at once
  std::uint64_t trace = 0;      ///< budgets of the trace and of the recorded schedule, if they are recorded
  std::uint64_t check = 0;      ///< record of accesses to all of that memory, for the check

  std::uint64_t total() const { return buffers + variables + registers + local + shared + trace + check; }
};

LaunchMemory memory_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

/// Check that the launch fits in the memory allowed by DeviceSpec::max_launch_bytes. The error says how much it needs and for
/// what, the limit, and what to change. `checkpoints`: number of copies of the machine's state kept in addition.
base::Status check_memory(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, unsigned checkpoints = 0);

/// Limits of the memory that grows while a launch runs, bytes. They are the same on every computer, unless the launch has less
/// memory left: then each limit is a part of the rest.
struct GrowthLimits {
  std::uint64_t local = 0;  ///< local memory of all resident threads together: at most resident_local_limit
  std::uint64_t calls = 0;  ///< state saved by calls: at most resident_local_limit
  std::uint64_t heap = 0;   ///< heap of the kernel's malloc: at most Launch::heap_bytes
  std::uint64_t check = 0;  ///< the check's records of single accesses: at most `usual_check`

  static constexpr std::uint64_t usual_check = std::uint64_t{2} << 30;
};
GrowthLimits growth_limits(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

}  // namespace warplens::simt
