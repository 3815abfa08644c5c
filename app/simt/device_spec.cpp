#include "simt/device_spec.h"

#include <algorithm>
#include <array>

namespace warplens::simt {
namespace {

// Sources of the real cards' figures; a letter after each figure below refers to its source.
//
//   [G] NVIDIA, CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
//   [O] NVIDIA, cuda_occupancy.h of the CUDA Toolkit 13: cudaOccSMemAllocationGranularity, cudaOccSubPartitionsPerMultiprocessor;
//       the 1 KiB that the system reserves per block: [G], "Shared Memory" of compute capability 8.x and 9.0.
//   [A] Accel-Sim, gpgpu-sim_distribution, configs/tested-cfgs/<folder>/gpgpusim.config, tuned with microbenchmarks on the card:
//       L2 hit = gpgpu_l1_latency + gpgpu_l2_rop_latency, memory = that + dram_latency (so its tuner subtracts them),
//       shared = gpgpu_smem_latency, arithmetic = ptx_opcode_latency_int and _fp, special functions = ptx_opcode_latency_sfu.
//   [B] RRZE, gpu-benches, gpu-latency/h100_pcie.txt: pointer chase on an H100 PCIe at 1,755 MHz.
//   [D] M. Dewing, AI_kernels, latency/README.md: pointer chase on an RTX 4090.
//   [S] Numbers of multiprocessors and boost clocks, each from one place: RTX 2080 Ti, reference card: bit-tech's table of the
//       Turing white paper; A100: deviceQuery as printed by the Paderborn Center for Parallel Computing (PC2); RTX 4090: The FPS
//       Review's table of the launch specifications; H100 and H200 SXM: [A], folders SM90_H100 and SM90_H200.
//
// "Chosen" marks parameters of this model for which no figure is published. NVIDIA's white papers themselves, Jia et al.
// (arXiv:1903.07486) and Luo et al. (arXiv:2402.13499) could not be compared. The machine has no caches: the latency of a global
// request is between that of an L2 hit and that of an access to memory, by seed. Chosen for all: the cost of each additional
// sector, way or lane of an atomic, the bytes that a multiprocessor moves per cycle (the width of a link to the L2 cache, not the
// bandwidth of memory), and the interval between blocks (device_spec.h).

DeviceSpec toy() {
  DeviceSpec spec;
  spec.id = "toy";
  spec.name = "2-SM toy";
  // The interval between block launches and the variation of request latencies are large enough that, of the 32 blocks of the
  // racy counter, some read the writes of others.
  spec.block_launch_interval = 96;
  spec.global_latency = 120;
  spec.global_jitter = 400;
  spec.global_bytes_per_cycle = 16;
  return spec;
}

/// The same with twice as many multiprocessors, to show their effect.
DeviceSpec toy_of_four() {
  DeviceSpec spec = toy();
  spec.id = "toy-4";
  spec.name = "4-SM toy";
  spec.multiprocessors = 4;
  return spec;
}

/// Latency range of a global request: from a hit in the L2 cache to an access to memory.
void set_latencies(DeviceSpec& spec, std::uint32_t shared, std::uint32_t l2, std::uint32_t memory) {
  spec.shared_latency = shared;
  spec.global_latency = l2;
  spec.global_jitter = memory - l2;
}

/// Compute capability 7.5.
DeviceSpec turing() {
  DeviceSpec spec;
  spec.compute_capability = "7.5";
  spec.schedulers_per_multiprocessor = 4;               // [A] gpgpu_num_sched_per_core
  spec.per_multiprocessor = {.threads = 1024,           // [G]
                             .blocks = 16,              // [G]
                             .registers = 65536,        // [G]
                             .register_partitions = 4,  // [O]
                             .shared = 64 * 1024,       // [G]
                             .shared_unit = 256};       // [O]
  spec.shared_per_block_opt_in = 64 * 1024;             // [G]
  spec.special_latency = 21;                            // [A] SM75_RTX2060, as the next line: no such file of a 2080 Ti
  set_latencies(spec, 30, 32 + 194, 32 + 194 + 96);     // [A] SM75_RTX2060
  return spec;
}

/// Compute capability 8.0 and later; one block can use all but 1 KiB of a multiprocessor's shared memory.
DeviceSpec since_ampere(const char* capability, std::uint32_t threads, std::uint32_t blocks, std::uint32_t shared_kib) {
  DeviceSpec spec;
  spec.compute_capability = capability;
  spec.schedulers_per_multiprocessor = 4;                  // [A] gpgpu_num_sched_per_core
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
  DeviceSpec spec = since_ampere("8.0", 2048, 32, 164);  // [G]
  spec.special_latency = 23;                             // [A] SM80_A100
  set_latencies(spec, 28, 34 + 200, 34 + 200 + 190);     // [A] SM80_A100
  return spec;
}

DeviceSpec ada() {
  DeviceSpec spec = since_ampere("8.9", 1536, 24, 100);  // [G]
  spec.special_latency = 21;                             // [A] SM89_RTX4060_LAPTOP
  set_latencies(spec, 29, 296, 636);                     // shared [A] SM89_RTX4060_LAPTOP; L2 and memory [D]
  return spec;
}

DeviceSpec hopper() {
  DeviceSpec spec = since_ampere("9.0", 2048, 32, 228);  // [G]
  spec.special_latency = 23;                             // [A] SM90_H100
  set_latencies(spec, 29, 266, 658);                     // shared [A] SM90_H100; L2 and memory [B]
  return spec;
}

DeviceSpec card(DeviceSpec spec, const char* id, const char* name, std::uint32_t multiprocessors, double boost_mhz) {
  spec.id = id;
  spec.name = name;
  spec.multiprocessors = multiprocessors;
  spec.clock_mhz = boost_mhz;
  spec.integer_latency = spec.floating_latency = 4;  // [A] of all four capabilities
  return spec;
}

}  // namespace

std::span<const DeviceSpec> device_specs() {
  static const std::array specs{
      toy(),
      toy_of_four(),
      card(turing(), "rtx-2080-ti", "RTX 2080 Ti", 68, 1545),  // [S]
      card(ampere(), "a100", "A100", 108, 1410),               // [S]
      card(ada(), "rtx-4090", "RTX 4090", 128, 2520),          // [S]
      card(hopper(), "h100", "H100", 132, 1980),               // [S]
      card(hopper(), "h200", "H200", 132, 1980),               // [S]; its faster memory's latency is not published
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
  properties.kind = "simt";
  properties.id = spec.id;
  properties.name = "SIMT machine, " + spec.name;
  properties.compute_capability = spec.compute_capability;
  properties.multiprocessors = spec.multiprocessors;
  properties.per_multiprocessor = spec.per_multiprocessor;
  properties.shared_per_block_opt_in = spec.shared_per_block_opt_in;
  properties.clock_mhz = spec.clock_mhz;
  return properties;
}

}  // namespace warplens::simt
