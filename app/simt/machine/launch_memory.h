#pragma once

#include <cstdint>

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// What a launch takes of this computer's memory, in bytes, as far as that is known before it runs: without what
/// grows (GrowthLimits), and without small things such as the caches' tags, counters and what is printed.
struct LaunchMemory {
  std::uint64_t buffers = 0;    ///< contents before the launch, and the machine's copies, which become the outputs
  std::uint64_t variables = 0;  ///< in global and constant memory
  std::uint64_t registers = 0;  ///< of all threads that are resident at once
  std::uint64_t local = 0;      ///< the same, without what stacks grow by
  std::uint64_t shared = 0;     ///< of all blocks that are resident at once
  std::uint64_t trace = 0;      ///< the budgets of the trace and of the recorded schedule, of those that there are
  std::uint64_t check = 0;      ///< what the check remembers of accesses to all of that memory

  std::uint64_t total() const { return buffers + variables + registers + local + shared + trace + check; }
};

LaunchMemory memory_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

/// Whether the launch may run in the memory that DeviceSpec::max_launch_bytes gives it. The error says how much it needs and for
/// what, the limit, and what to change. `checkpoints`: copies of the machine's state that are kept as well.
base::Status check_memory(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, unsigned checkpoints = 0);

/// Limits of what grows while a launch runs, bytes. They are the same on every computer, unless the launch has less memory left:
/// then each is a part of that.
struct GrowthLimits {
  std::uint64_t local = 0;  ///< local memory of all resident threads together: at most resident_local_limit
  std::uint64_t calls = 0;  ///< what calls save: at most resident_local_limit
  std::uint64_t heap = 0;   ///< what the kernel's malloc can hand out: at most Launch::heap_bytes
  std::uint64_t check = 0;  ///< what the check remembers of single accesses: at most `usual_check`

  static constexpr std::uint64_t usual_check = std::uint64_t{2} << 30;
};
GrowthLimits growth_limits(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

}  // namespace warplens::simt
