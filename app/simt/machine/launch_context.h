#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "launch/costs/occupancy.h"
#include "launch/launch.h"
#include "ptx/listing.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"
#include "simt/code/execute/operation.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/launch_memory.h"

namespace warplens::simt {

/// Compute how many of the launch's blocks a multiprocessor of `spec` holds at once.
launch::Occupancy occupancy_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

/// Constants of a launch, read by every part of the machine.
struct LaunchContext {
  LaunchContext(const launch::Launch& its_launch, const Program& its_program, const DeviceSpec& its_spec, bool may_run_ahead,
                const GlobalMemory& memory);

  /// Check that a block fits on a multiprocessor at all. The error names the exceeded resource.
  base::Status fits() const;
  /// The local memory of all threads that can be resident at once, bytes, before any stack grows.
  std::uint64_t local_bytes_at_once() const;
  /// Address of the memory by which the blocks of a cooperative launch wait for each other; 0 in other launches.
  std::uint64_t grid_workspace() const {
    return launch.placement && !launch.placement->cooperative ? 0 : program.variables.grid_workspace;
  }

  const launch::Launch& launch;
  const ptx::Function& function;  ///< the entry
  const ptx::Listing listing;     ///< the program's instructions by number
  const Program& program;
  const DeviceSpec& spec;
  const Executor& executor;
  const bool timed;       ///< latencies are modelled
  const bool by_time;     ///< the warp with the earliest clock runs next
  const bool runs_ahead;  ///< warps run ahead past accesses that no other warp can observe
  const std::uint64_t threads_per_block, warps_per_block, shared_bytes, blocks;
  const launch::Occupancy occupancy;  ///< how many blocks a multiprocessor holds at once
  const GrowthLimits limits;
  std::vector<std::byte> parameters;  ///< the entry's parameter block
};

}  // namespace warplens::simt
