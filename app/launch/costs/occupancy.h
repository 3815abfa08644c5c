#pragma once

#include <cstdint>
#include <string_view>

namespace warplens::launch {

/// What a multiprocessor has for its blocks, and in what pieces it hands it out.
struct MultiprocessorLimits {
  std::uint32_t threads = 0, blocks = 0;
  std::uint32_t registers = 0;               ///< of 32 bits
  std::uint32_t register_partitions = 1;     ///< each with its share of the registers; a warp's lie in one of them
  std::uint32_t register_unit = 256;         ///< a warp's registers are rounded up to a multiple
  std::uint32_t registers_per_thread = 255;  ///< the most that the compiler gives a thread
  std::uint64_t shared = 0;                  ///< bytes
  std::uint32_t shared_reserved = 0;         ///< bytes that the system takes beside each block's own
  std::uint32_t shared_unit = 1;             ///< a block's shared memory is rounded up to a multiple, bytes
};

/// What one block of a launch needs.
struct BlockNeeds {
  std::uint32_t threads = 1;
  std::uint32_t registers_per_thread = 0;  ///< 0: not known, and no limit
  std::uint64_t shared = 0;                ///< bytes, static and dynamic
};

/// What keeps more blocks from a multiprocessor.
enum class OccupancyLimiter : std::uint8_t { threads, blocks, shared_memory, registers };
std::string_view name(OccupancyLimiter limiter);

/// How many blocks of a launch a multiprocessor holds at once, in a launch that is large enough.
struct Occupancy {
  std::uint32_t by_threads = 0, by_blocks = 0, by_shared = 0, by_registers = 0;  ///< blocks, if this limit were the only one
  std::uint32_t blocks = 0;                                                      ///< the least of them
  OccupancyLimiter limiter = OccupancyLimiter::threads;  ///< of several alike, the first in the order of the enumeration
  std::uint32_t warps = 0, most_warps = 0;               ///< resident at once, and the most that the multiprocessor can hold
  std::uint32_t registers_per_thread = 0;                ///< as given, or less where a block would not fit
  std::uint64_t shared_per_block = 0;                    ///< bytes taken, rounded up and with the system's share
  /// Resident warps as a share of the most, 0 to 1: "theoretical occupancy". Best case: 1.
  double theoretical() const { return most_warps == 0 ? 0 : static_cast<double>(warps) / most_warps; }
};

/// Occupancy by the rules of NVIDIA's calculator (cuda_occupancy.h of the CUDA Toolkit: cudaOccMaxBlocksPerSMWarpsLimit,
/// …SmemLimit, …RegsLimit): threads in whole warps, registers by warp and partition, shared memory in units. A block whose
/// registers would not fit at all gets as many as fit, as with __launch_bounds__, where the compiler spills the rest. A limit
/// that does not apply is 0xffffffff. Leaves out: clusters, and shared memory given away to the L1 cache.
Occupancy occupancy(const MultiprocessorLimits& limits, const BlockNeeds& needs);

}  // namespace warplens::launch
