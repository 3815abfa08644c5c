#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "launch/device.h"

namespace warplens::simt {

/// The figures of the timed model. It exists so that races lose updates the way hardware loses them and so that shape shows; it
/// does not predict times. Latencies in cycles of one clock, memory in bytes, registers of 32 bits.
struct DeviceSpec {
  std::string id;                  ///< what a command line calls it: "rtx-4090"
  std::string name;                ///< for people: "RTX 4090"
  std::string compute_capability;  ///< "8.9"; empty for a machine that is no real card
  std::uint32_t multiprocessors = 2;
  std::uint32_t schedulers_per_multiprocessor = 1;  ///< each issues one warp instruction a cycle
  launch::MultiprocessorLimits per_multiprocessor{.threads = 1024, .blocks = 8, .registers = 64 * 1024, .shared = 64 * 1024};
  std::uint32_t shared_per_block_opt_in = 48 * 1024;  ///< the most a block gets, where the launch asks for more than 48 KiB
  std::uint32_t block_launch_interval = 12;           ///< between two blocks handed out
  std::uint32_t integer_latency = 4, floating_latency = 4, special_latency = 16;
  std::uint32_t shared_latency = 24, global_latency = 220;
  std::uint32_t global_jitter = 60;           ///< a request takes up to this much longer, by seed
  std::uint32_t global_bytes_per_cycle = 64;  ///< a multiprocessor's, of all its warps; a power of two
  std::uint32_t sector_cycles = 1;            ///< per 32-byte sector of a request
  std::uint32_t bank_conflict_cycles = 2;     ///< per extra way
  std::uint32_t atomic_cycles = 2;            ///< an atomic keeps its address busy for so long
  double clock_mhz = 1000;
};

/// Two small multiprocessors, for teaching: few enough blocks at once that waves show.
const DeviceSpec& two_sm_toy();

/// All presets, the toy first; then real cards, oldest first. The source of each figure stands beside it in device_spec.cpp; the
/// toy's, and those that a preset leaves as they are here, are chosen.
std::span<const DeviceSpec> device_specs();

/// The preset with this id, or null.
const DeviceSpec* device_spec_named(std::string_view id);

/// What the rest of the program sees of a machine of `spec`.
launch::DeviceProperties properties_of(const DeviceSpec& spec);

}  // namespace warplens::simt
