#pragma once

#include <cstdint>
#include <string>

namespace warplens::simt {

/// The figures of the timed model. It exists so that races lose updates the way hardware loses them and so that shape shows; it
/// does not predict times. Everything in cycles of one clock.
struct DeviceSpec {
  std::string name;
  std::uint32_t multiprocessors = 2;
  std::uint32_t schedulers_per_multiprocessor = 1;  ///< each issues one warp instruction a cycle
  std::uint32_t threads_per_multiprocessor = 512, blocks_per_multiprocessor = 8;
  std::uint32_t shared_per_multiprocessor = 64 * 1024;  ///< bytes
  std::uint32_t registers_per_multiprocessor = 32 * 1024;
  std::uint32_t block_launch_interval = 12;  ///< between two blocks handed out
  std::uint32_t integer_latency = 4, floating_latency = 4, special_latency = 16;
  std::uint32_t shared_latency = 24, global_latency = 220;
  std::uint32_t global_jitter = 60;        ///< a request takes up to this much longer, by seed
  std::uint32_t sector_cycles = 1;         ///< per 32-byte sector of a request
  std::uint32_t bank_conflict_cycles = 2;  ///< per extra way
  std::uint32_t atomic_cycles = 2;         ///< per further lane on the same address
  double clock_mhz = 1000;
};

/// Two small multiprocessors, for teaching: few enough blocks at once that waves show.
const DeviceSpec& two_sm_toy();

}  // namespace warplens::simt
