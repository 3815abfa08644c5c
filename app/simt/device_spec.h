#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "launch/device.h"

namespace warplens::simt {

/// Parameters of the timed model. The model exists so that races lose updates as on hardware and so that the shape of an
/// execution is visible; it does not predict times. Latencies in cycles of one clock, memory in bytes, registers of 32 bits.
struct DeviceSpec {
  std::string id;                  ///< command-line name: "rtx-4090"
  std::string name;                ///< display name: "RTX 4090"
  std::string compute_capability;  ///< "8.9"; empty if the device models no real card
  std::uint32_t multiprocessors = 2;
  std::uint32_t schedulers_per_multiprocessor = 1;  ///< each issues one warp instruction per cycle
  launch::MultiprocessorLimits per_multiprocessor{.threads = 1024, .blocks = 8, .registers = 64 * 1024, .shared = 64 * 1024};
  std::uint32_t shared_per_block_opt_in = 48 * 1024;  ///< maximum per block, which a launch opts in to from 48 KiB on
  std::uint32_t block_launch_interval = 12;           ///< between two block launches
  std::uint32_t integer_latency = 4, floating_latency = 4, special_latency = 16;
  std::uint32_t shared_latency = 24, global_latency = 220;
  std::uint32_t global_jitter = 60;           ///< maximum additional latency of a request, chosen by seed
  std::uint32_t global_bytes_per_cycle = 64;  ///< of one multiprocessor, for all its warps; a power of two
  std::uint32_t sector_cycles = 1;            ///< per 32-byte sector of a request
  std::uint32_t bank_conflict_cycles = 2;     ///< per extra way
  std::uint32_t atomic_cycles = 2;            ///< cycles for which an atomic keeps its address busy
  double clock_mhz = 1000;
};

/// Two small multiprocessors, for teaching: they hold so few blocks at once that waves are visible.
const DeviceSpec& two_sm_toy();

/// All presets, the toy first; then real cards, oldest first. device_spec.cpp gives the source of each figure next to it; the
/// toy's figures, and the defaults above, are chosen.
std::span<const DeviceSpec> device_specs();

/// The preset with this id, or null.
const DeviceSpec* device_spec_named(std::string_view id);

/// The limit of `spec` for a block's shared memory; the other presets are those to choose instead.
launch::SharedLimit shared_limit(const DeviceSpec& spec);

/// The device properties that the other modules see of a machine of `spec`.
launch::DeviceProperties properties_of(const DeviceSpec& spec);

}  // namespace warplens::simt
