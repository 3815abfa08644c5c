#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/names.h"
#include "launch/device.h"
#include "ptx/module.h"

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
  std::uint32_t shared_per_block_opt_in = 64 * 1024;  ///< maximum per block; a launch must opt in above 48 KiB
  std::uint32_t launch_cycles = 0;                    ///< from the launch to the start of the first block
  std::uint32_t block_launch_interval = 1;            ///< cycles between two block launches on the whole card

  // Arithmetic, per type: cycles until the next instruction of the warp, and cycles for which a scheduler's unit is occupied.
  std::uint32_t integer_latency = 4, integer_interval = 1;
  std::uint32_t floating_latency = 4, floating_interval = 1;
  std::uint32_t special_latency = 16, special_interval = 4;  ///< sin, rsqrt, …
  std::uint32_t division_latency = 32;                       ///< of 32-bit floating point; occupies the special function unit
  std::uint32_t double_latency = 16, double_interval = 8;

  // Memory. Latencies: from request to value, without queueing. Throughputs: the most that can pass per cycle.
  std::uint32_t shared_latency = 24;
  std::uint32_t bank_conflict_cycles = 2;  ///< latency per extra way
  std::uint32_t l1_bytes = 32 * 1024;      ///< per multiprocessor
  bool l1_shares_with_shared = false;      ///< shared memory of resident blocks is taken from l1_bytes
  std::uint32_t l1_latency = 28;
  std::uint32_t l1_sectors_per_cycle = 4;  ///< 32-byte sectors, per multiprocessor
  std::uint64_t l2_bytes = 128 * 1024;
  std::uint32_t l2_latency = 220;
  std::uint32_t l2_bytes_per_cycle = 64;  ///< whole card; each multiprocessor has an equal share
  std::uint32_t memory_latency = 400;
  double memory_bytes_per_cycle = 32;  ///< whole card
  std::uint32_t latency_jitter = 0;    ///< maximum additional latency of a request to L2 or memory, chosen by seed
  std::uint32_t atomic_cycles = 2;     ///< cycles for which an atomic keeps its address busy
  std::uint32_t memory_bus_bits = 64;  ///< width of the memory bus; with the bandwidth, what programs compute it from
  double clock_mhz = 1000;

  // Copies between host and card, with the host's memory pinned.
  double copy_gigabytes_per_second = 4;  ///< in each direction
  double copy_start_microseconds = 2;    ///< from the start of a copy to its first byte
  double call_microseconds = 1;          ///< duration of a call that puts a copy or a kernel into a stream

  /// Limit of this computer's memory for a launch, bytes (machine/launch_memory.h); 0: launch::max_launch_bytes_here(). Not part
  /// of the model: a larger launch is refused.
  std::uint64_t max_launch_bytes = 0;
};

/// Two small multiprocessors, for teaching. They hold so few blocks at once that waves become visible.
const DeviceSpec& two_sm_toy();

/// All presets, the toy first; then real cards, oldest first. device_spec.cpp gives the source of each figure next to it; the
/// toy's figures, and the defaults above, are invented.
std::span<const DeviceSpec> device_specs();

/// Find the preset with this id, or null.
const DeviceSpec* device_spec_named(std::string_view id);

/// The limit of `spec` for a block's shared memory, with the other presets as alternatives for the error message.
launch::SharedLimit shared_limit(const DeviceSpec& spec);

/// The properties of a machine of `spec`, as the other modules see them.
launch::DeviceProperties properties_of(const DeviceSpec& spec);

/// Arithmetic units of a scheduler. Each accepts a warp instruction every so many cycles, by DeviceSpec.
enum class Unit : std::uint8_t { integer, floating, special, double_precision };
inline constexpr std::size_t unit_count = base::enumerators<Unit>;

/// Cost of an arithmetic instruction for its warp and its scheduler.
struct ArithmeticCost {
  std::uint32_t latency = 1;  ///< cycles until the warp's next instruction
  Unit unit = Unit::integer;
  std::uint32_t interval = 1;  ///< cycles for which it occupies the unit
};
/// Look up the cost of an instruction, by operation and type.
ArithmeticCost arithmetic_cost(const ptx::Instruction& instruction, const DeviceSpec& spec);

/// Per unit: cycles for which instructions occupy it.
using UnitCycles = std::array<std::uint32_t, unit_count>;

}  // namespace warplens::simt
