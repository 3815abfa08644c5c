#include "simt/code/device_spec.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ptx/opcode.h"

namespace warplens::simt {
namespace {

// Sources of the real cards' figures; a letter after each figure below refers to its source.
//
//   [G] NVIDIA, CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
//   [O] NVIDIA, cuda_occupancy.h of the CUDA Toolkit 13: cudaOccSMemAllocationGranularity, cudaOccSubPartitionsPerMultiprocessor;
//       the 1 KiB that the system reserves per block: [G], "Shared Memory" of compute capability 8.x and 9.0.
//   [A] Accel-Sim, gpgpu-sim_distribution, configs/tested-cfgs/<folder>/gpgpusim.config, tuned with microbenchmarks on the card:
//       arithmetic = ptx_opcode_latency_int and _fp, special functions = ptx_opcode_latency_sfu, double precision =
//       ptx_opcode_latency_dp, each with ptx_opcode_initiation_…; launch = gpgpu_kernel_launch_latency.
//   [L] W. Luo et al., "Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via Microbenchmarking",
//       arXiv:2402.13499, table of memory latencies (RTX 4090, A100, H100 PCIe).
//   [J] Z. Jia et al., "Dissecting the NVIDIA Turing T4 GPU via Microbenchmarking", arXiv:1903.07486: the T4, of the same
//       generation as the RTX 2080 Ti; L1 bytes per cycle also from their report on Volta, arXiv:1804.06826.
//   [W] NVIDIA's architecture white papers: multiprocessors, boost clock, size of L2, bandwidth of memory, lanes per unit, and,
//       for the A100, 5,120 bytes per cycle between L2 and the multiprocessors.
//   [P] PCI-SIG, PCI Express Base Specification, data rates and encoding of generations 3 to 5; the cards' generation: [W].
//   [S] Numbers of multiprocessors and boost clocks, each from one place: RTX 2080 Ti, reference card: bit-tech's table of the
//       Turing white paper; A100: deviceQuery as printed by the Paderborn Center for Parallel Computing (PC2); RTX 4090: The FPS
//       Review's table of the launch specifications; H100 and H200 SXM: [A], folders SM90_H100 and SM90_H200.
//
// "Chosen" marks parameters of this model for which no figure is published; docs/model.md gives the range in which each may lie.
// Chosen for all cards:
//   - The card starts one block per cycle (GPGPU-Sim: at most one per multiprocessor and cycle).
//   - Each extra way of a bank conflict costs 2 cycles.
//   - An atomic keeps its address busy for 2 cycles.
//   - The latency of L2 and memory varies by `latency_jitter`, centred on the published mean.

DeviceSpec toy() {
  DeviceSpec spec;
  spec.id = "toy";
  spec.name = "2-SM toy";
  spec.launch_cycles = 100;
  // Wide enough apart that, of the 32 blocks of the racy counter, some read the writes of others.
  spec.block_launch_interval = 16;
  spec.l2_latency = 100;
  spec.memory_latency = 200;
  spec.latency_jitter = 300;
  spec.l2_bytes_per_cycle = 32;
  spec.memory_bytes_per_cycle = 16;
  spec.atomic_cycles = 4;
  return spec;
}

/// The same with twice as many multiprocessors and the same memory, to show their effect.
DeviceSpec toy_of_four() {
  DeviceSpec spec = toy();
  spec.id = "toy-4";
  spec.name = "4-SM toy";
  spec.multiprocessors = 4;
  spec.l2_bytes_per_cycle = 64;
  return spec;
}

struct MemoryLatencies {
  std::uint32_t shared, l1, l2, memory;
};

void set_latencies(DeviceSpec& spec, const MemoryLatencies& mean) {
  spec.latency_jitter = 24;  // chosen: L2 slices lie at different distances
  spec.shared_latency = mean.shared;
  spec.l1_latency = mean.l1;
  spec.l2_latency = mean.l2 - spec.latency_jitter / 2;
  spec.memory_latency = mean.memory - spec.latency_jitter / 2;
}

/// A multiprocessor of four partitions; L1 and shared memory are one memory of `l1_kib`.
DeviceSpec since_turing(const char* capability, std::uint32_t l1_kib) {
  DeviceSpec spec;
  spec.compute_capability = capability;
  spec.schedulers_per_multiprocessor = 4;            // [A] gpgpu_num_sched_per_core
  spec.integer_latency = spec.floating_latency = 4;  // [A] of all four capabilities
  spec.integer_interval = 2;                         // [W] 16 lanes per scheduler
  spec.floating_interval = 2;                        // [W] 16 lanes per scheduler
  spec.special_interval = 8;                         // [A] ptx_opcode_initiation_sfu
  spec.division_latency = 39;                        // [A] ptx_opcode_latency_fp, division
  spec.l1_bytes = l1_kib * 1024;                     // [G]
  spec.l1_shares_with_shared = true;                 // [G]
  return spec;
}

/// Compute capability 7.5.
DeviceSpec turing() {
  DeviceSpec spec = since_turing("7.5", 96);            // [G]
  spec.per_multiprocessor = {.threads = 1024,           // [G]
                             .blocks = 16,              // [G]
                             .registers = 65536,        // [G]
                             .register_partitions = 4,  // [O]
                             .shared = 64 * 1024,       // [G]
                             .shared_unit = 256};       // [O]
  spec.shared_per_block_opt_in = 64 * 1024;             // [G]
  spec.launch_cycles = 5000;                            // [A]
  spec.special_latency = 21;                            // [A] SM75_RTX2060, as the next line: no such file of a 2080 Ti
  spec.double_latency = spec.double_interval = 64;      // [A] SM75_RTX2060
  set_latencies(spec, {.shared = 24, .l1 = 32, .l2 = 191, .memory = 296});  // [J] shared: the middle of 19 to 30
  spec.l1_sectors_per_cycle = 2;                                            // [J] 64 bytes
  spec.l2_bytes = 5632 * 1024;                                              // [W]
  spec.l2_bytes_per_cycle = 2048;                                           // [J] the width; less when measured
  return spec;
}

/// Compute capability 8.0 and later; one block can use all but 1 KiB of a multiprocessor's shared memory.
DeviceSpec since_ampere(const char* capability, std::uint32_t threads, std::uint32_t blocks, std::uint32_t shared_kib,
                        std::uint32_t l1_kib) {
  DeviceSpec spec = since_turing(capability, l1_kib);
  spec.per_multiprocessor = {.threads = threads,           // [G]
                             .blocks = blocks,             // [G]
                             .registers = 65536,           // [G]
                             .register_partitions = 4,     // [O]
                             .shared = shared_kib * 1024,  // [G]
                             .shared_reserved = 1024,      // [O]
                             .shared_unit = 128};          // [O]
  spec.shared_per_block_opt_in = (shared_kib - 1) * 1024;  // [G]
  return spec;
}

DeviceSpec ampere() {
  DeviceSpec spec = since_ampere("8.0", 2048, 32, 164, 192);                // [G]
  spec.launch_cycles = 5000;                                                // [A]
  spec.special_latency = 23;                                                // [A] SM80_A100
  spec.double_latency = 8;                                                  // [A] SM80_A100
  spec.double_interval = 4;                                                 // [A] SM80_A100
  set_latencies(spec, {.shared = 29, .l1 = 38, .l2 = 262, .memory = 466});  // [L]
  spec.l2_bytes = 40ull << 20;                                              // [W]
  spec.l2_bytes_per_cycle = 5120;                                           // [W]
  return spec;
}

DeviceSpec ada() {
  DeviceSpec spec = since_ampere("8.9", 1536, 24, 100, 128);                // [G]
  spec.launch_cycles = 5000;                                                // chosen: as the cards before it
  spec.floating_interval = 1;                                               // [W] 32 lanes per scheduler
  spec.special_latency = 21;                                                // [A] SM89_RTX4060_LAPTOP
  spec.double_latency = spec.double_interval = 64;                          // chosen: as 7.5, which has as few 64-bit lanes
  set_latencies(spec, {.shared = 30, .l1 = 43, .l2 = 273, .memory = 542});  // [L]
  spec.l2_bytes = 72ull << 20;                                              // [W]
  spec.l2_bytes_per_cycle = 2048;                                           // chosen: as the 2080 Ti
  return spec;
}

DeviceSpec hopper() {
  DeviceSpec spec = since_ampere("9.0", 2048, 32, 228, 256);                // [G]
  spec.launch_cycles = 3000;                                                // [A] SM90_H100
  spec.floating_interval = 1;                                               // [W] 32 lanes per scheduler
  spec.special_latency = 23;                                                // [A] SM90_H100
  spec.double_latency = 8;                                                  // [A] SM90_H100
  spec.double_interval = 2;                                                 // [A] SM90_H100
  set_latencies(spec, {.shared = 29, .l1 = 41, .l2 = 263, .memory = 479});  // [L]
  spec.l2_bytes = 50ull << 20;                                              // [W]
  spec.l2_bytes_per_cycle = 5500;                                           // [L]
  return spec;
}

/// [P] of 16 lanes in each direction: 8 GT/s per lane in generation 3, twice as many in each next one, 128 of 130 bits of them
/// data.
double pcie_gigabytes_per_second(int generation) { return 16 * std::ldexp(1.0, generation) * 128 / 130 / 8; }
constexpr double reached_share = 0.8;  // chosen: what copies reach of it

/// `gigabytes_per_second`: bandwidth of memory.
DeviceSpec card(DeviceSpec spec, const char* id, const char* name, std::uint32_t multiprocessors, double boost_mhz,
                double gigabytes_per_second, std::uint32_t memory_bus_bits, int pcie_generation) {
  spec.id = id;
  spec.name = name;
  spec.multiprocessors = multiprocessors;
  spec.clock_mhz = boost_mhz;
  spec.memory_bytes_per_cycle = gigabytes_per_second * 1000 / boost_mhz;
  spec.memory_bus_bits = memory_bus_bits;
  spec.copy_gigabytes_per_second = reached_share * pcie_gigabytes_per_second(pcie_generation);
  spec.call_microseconds = 3;  // chosen
  return spec;
}

bool is_double(ptx::Type type) { return type == ptx::Type::f64; }

}  // namespace

std::span<const DeviceSpec> device_specs() {
  static const std::array specs{
      toy(),
      toy_of_four(),
      card(turing(), "rtx-2080-ti", "RTX 2080 Ti", 68, 1545, 616, 352, 3),  // [S] [W]
      card(ampere(), "a100", "A100", 108, 1410, 1555, 5120, 4),             // [S] [W] SXM, 40 GB
      card(ada(), "rtx-4090", "RTX 4090", 128, 2520, 1008, 384, 4),         // [S] [W]
      card(hopper(), "h100", "H100", 132, 1980, 3352, 5120, 5),             // [S] [W] SXM, HBM3
      card(hopper(), "h200", "H200", 132, 1980, 4800, 6144, 5),             // [S] [W] its memory's latency is not published
  };
  return specs;
}

const DeviceSpec& two_sm_toy() { return device_specs().front(); }

const DeviceSpec* device_spec_named(std::string_view id) {
  const auto specs = device_specs();
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const DeviceSpec& spec) { return spec.id == id; });
  return found != specs.end() ? &*found : nullptr;
}

launch::SharedLimit shared_limit(const DeviceSpec& spec) {
  launch::SharedLimit limit{spec.shared_per_block_opt_in, "the " + spec.name};
  for (const DeviceSpec& other : device_specs()) limit.others.emplace_back(other.id, other.shared_per_block_opt_in);
  return limit;
}

launch::DeviceProperties properties_of(const DeviceSpec& spec) {
  launch::DeviceProperties properties;
  properties.kind = launch::DeviceKind::simt;
  properties.id = spec.id;
  properties.name = "SIMT machine, " + spec.name;
  properties.compute_capability = spec.compute_capability;
  properties.multiprocessors = spec.multiprocessors;
  properties.per_multiprocessor = spec.per_multiprocessor;
  properties.shared_per_block_opt_in = spec.shared_per_block_opt_in;
  properties.clock_mhz = spec.clock_mhz;
  return properties;
}

ArithmeticCost arithmetic_cost(const ptx::Instruction& instruction, const DeviceSpec& spec) {
  using enum ptx::InstructionClass;
  const ptx::InstructionClass by_opcode = ptx::row(instruction.opcode).instruction_class;
  // add, mul, setp and others exist in both kinds: the type decides.
  const bool floats = ptx::kind(instruction.type) == ptx::TypeKind::floating;
  if (instruction.opcode == ptx::Opcode::div && floats) {
    if (!is_double(instruction.type)) return {spec.division_latency, Unit::special, spec.special_interval};
    // Dependent operations of a division by Newton's method: two steps for the reciprocal (two operations each, and one to
    // complete it), the quotient, its remainder, its correction.
    constexpr std::uint32_t operations = 8;
    return {operations * spec.double_latency, Unit::double_precision, operations * spec.double_interval};
  }
  if (by_opcode == special_function) return {spec.special_latency, Unit::special, spec.special_interval};
  if (by_opcode == convert && (is_double(instruction.type) || is_double(instruction.source_type)))
    return {spec.double_latency, Unit::double_precision, spec.double_interval};
  if (by_opcode != floating && (by_opcode != integer || !floats))
    return {spec.integer_latency, Unit::integer, spec.integer_interval};
  if (is_double(instruction.type)) return {spec.double_latency, Unit::double_precision, spec.double_interval};
  return {spec.floating_latency, Unit::floating, spec.floating_interval};
}

}  // namespace warplens::simt
