#pragma once

#include <cstdint>
#include <string_view>

namespace warplens::launch {

/// Resources of a multiprocessor and their allocation units.
struct MultiprocessorLimits {
  std::uint32_t threads = 0, blocks = 0;
  std::uint32_t registers = 0;               ///< number of 32-bit registers
  std::uint32_t register_partitions = 1;     ///< each with an equal share of the registers; a warp uses one partition
  std::uint32_t register_unit = 256;         ///< a warp's registers are rounded up to a multiple of it
  std::uint32_t registers_per_thread = 255;  ///< the compiler's maximum per thread
  std::uint64_t shared = 0;                  ///< bytes
  std::uint32_t shared_reserved = 0;         ///< bytes that the system reserves per block
  std::uint32_t shared_unit = 1;             ///< a block's shared memory is rounded up to a multiple of it, bytes
};

/// Source of a number of registers.
enum class RegisterSource : std::uint8_t {
  estimate,  ///< counted from the PTX: live registers
  compiler,  ///< reported by ptxas or the driver
};
std::string_view name(RegisterSource source);

/// Resources that one block of a launch needs.
struct BlockNeeds {
  std::uint32_t threads = 1;
  std::uint32_t registers_per_thread = 0;  ///< 0: not known, and no limit
  std::uint64_t shared = 0;                ///< bytes, static and dynamic
  RegisterSource registers_from = RegisterSource::estimate;
};

/// A kernel's declared limits on register allocation: `__launch_bounds__`, `__maxnreg__`. 0: not declared.
struct CompilerLimits {
  std::uint32_t threads = 0;    ///< maximum per block
  std::uint32_t blocks = 0;     ///< minimum that a multiprocessor shall hold at once, of `threads` threads each
  std::uint32_t registers = 0;  ///< per thread
};

/// Registers per thread after the compiler has applied the limits to a kernel that needs `needed`: the rest is spilled (CUDA C++
/// Programming Guide, "Launch Bounds"; PTX ISA, ".maxnreg").
std::uint32_t limited_registers(const MultiprocessorLimits& multiprocessor, const CompilerLimits& limits, std::uint32_t needed);

/// The resource that limits the number of resident blocks.
enum class OccupancyLimiter : std::uint8_t { threads, blocks, shared_memory, registers };
std::string_view name(OccupancyLimiter limiter);

/// Resident blocks per multiprocessor, for a launch with enough blocks.
struct Occupancy {
  std::uint32_t by_threads = 0, by_blocks = 0, by_shared = 0, by_registers = 0;  ///< blocks, if this limit were the only one
  std::uint32_t blocks = 0;  ///< the minimum of these, or fewer if the launch sets a limit (Launch::resident_blocks)
  OccupancyLimiter limiter = OccupancyLimiter::threads;  ///< if several limits are equal, the first in the enumeration
  std::uint32_t warps = 0, max_warps = 0;                ///< resident at once, and the multiprocessor's maximum
  std::uint32_t registers_per_thread = 0;                ///< as given; an estimate is reduced if a block would not fit otherwise
  RegisterSource registers_from = RegisterSource::estimate;
  std::uint64_t shared_per_block = 0;  ///< bytes allocated: rounded up, including the system's part
  /// Resident warps over the maximum, 0 to 1: "theoretical occupancy". Best case: 1.
  double theoretical() const { return max_warps == 0 ? 0 : static_cast<double>(warps) / max_warps; }
};

/// Resident blocks by the resources alone, without the launch's own limit.
std::uint32_t fitting_blocks(const Occupancy& occupancy);

/// Occupancy by the rules of NVIDIA's calculator (cuda_occupancy.h of the CUDA Toolkit: cudaOccMaxBlocksPerSMWarpsLimit,
/// …SmemLimit, …RegsLimit): threads in whole warps, registers per warp and partition, shared memory in units. If the estimated
/// registers of one block do not fit, registers_per_thread is reduced until they do, as the compiler does by spilling with
/// __launch_bounds__. If the compiler's own number does not fit, no block fits, and CUDA refuses the launch. A limit that does
/// not apply is 0xffffffff. Not modelled: clusters, and shared memory used as L1 cache.
Occupancy occupancy(const MultiprocessorLimits& limits, const BlockNeeds& needs);

}  // namespace warplens::launch
