#include "simt/device_spec.h"

#include <algorithm>
#include <array>

namespace warplens::simt {
namespace {

// Where the figures of the real cards are to be found. Latencies, clocks and numbers of multiprocessors were written down without
// these papers at hand and have not been compared with their tables yet: do so before relying on one of them.
//
// Multiprocessors and boost clock: NVIDIA's architecture white papers: Turing (2018; RTX 2080 Ti, reference card), A100 Tensor
// Core GPU (2020), Ada GPU (2022; RTX 4090), H100 Tensor Core GPU (2022; SXM5), and the H200 data sheet (2023).
// Threads, blocks, shared memory and registers: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
// Allocation units and the 1 KiB of shared memory that the system keeps of each block from compute capability 8.0 on:
// cuda_occupancy.h of the CUDA Toolkit, cudaOccSMemAllocationGranularity and cudaOccRegAllocationGranularity; CUDA C++
// Programming Guide, "Shared Memory" of compute capability 8.x and 9.0.
// Latencies of Turing: Jia, Maggioni, Smith, Scarpazza, "Dissecting the NVidia Turing T4 GPU via Microbenchmarking"
// (arXiv:1903.07486, 2019). Of Ampere, Ada and Hopper: Luo et al., "Benchmarking and Dissecting the Nvidia Hopper GPU
// Architecture" (arXiv:2402.13499, 2024), memory latencies of A100, RTX 4090 and H100; dependent arithmetic: Abdelkhalik et al.,
// "Demystifying the Nvidia Ampere Architecture through Microbenchmarking and Instruction-level Analysis" (arXiv:2208.11174,
// 2022). The machine has no caches: a global request takes at least as long as a hit in the L2 cache and at most as long as
// one that goes to memory, by seed.
// Nobody publishes the rest (the interval between blocks, special functions, extra sectors, ways and lanes of atomics): the
// machine's own figures, the same for all.

DeviceSpec toy() {
  DeviceSpec spec;
  spec.id = "toy";
  spec.name = "2-SM toy";
  // Blocks come so slowly, and requests take so differently long, that of the 32 blocks of the racy counter some see what
  // others wrote.
  spec.block_launch_interval = 96;
  spec.global_latency = 120;
  spec.global_jitter = 400;
  return spec;
}

/// How long a global request takes: from a hit in the L2 cache to an access to memory.
void set_latencies(DeviceSpec& spec, std::uint32_t shared, std::uint32_t l2, std::uint32_t memory) {
  spec.shared_latency = shared;
  spec.global_latency = l2;
  spec.global_jitter = memory - l2;
}

/// Compute capability 7.5.
DeviceSpec turing() {
  DeviceSpec spec;
  spec.compute_capability = "7.5";
  spec.schedulers_per_multiprocessor = 4;
  spec.per_multiprocessor = {
      .threads = 1024, .blocks = 16, .registers = 65536, .register_partitions = 4, .shared = 64 * 1024, .shared_unit = 256};
  spec.shared_per_block_opt_in = 64 * 1024;
  set_latencies(spec, 19, 188, 296);
  return spec;
}

/// Compute capability 8.0 and later; all but 1 KiB of a multiprocessor's shared memory can be one block's.
DeviceSpec since_ampere(const char* capability, std::uint32_t threads, std::uint32_t blocks, std::uint32_t shared_kib) {
  DeviceSpec spec;
  spec.compute_capability = capability;
  spec.schedulers_per_multiprocessor = 4;
  spec.per_multiprocessor = {.threads = threads,
                             .blocks = blocks,
                             .registers = 65536,
                             .register_partitions = 4,
                             .shared = shared_kib * 1024,
                             .shared_reserved = 1024,
                             .shared_unit = 128};
  spec.shared_per_block_opt_in = (shared_kib - 1) * 1024;
  return spec;
}

DeviceSpec ampere() {
  DeviceSpec spec = since_ampere("8.0", 2048, 32, 164);
  set_latencies(spec, 29, 262, 466);
  return spec;
}

DeviceSpec ada() {
  DeviceSpec spec = since_ampere("8.9", 1536, 24, 100);
  set_latencies(spec, 30, 273, 542);
  return spec;
}

DeviceSpec hopper() {
  DeviceSpec spec = since_ampere("9.0", 2048, 32, 228);
  set_latencies(spec, 29, 263, 479);
  return spec;
}

DeviceSpec card(DeviceSpec spec, const char* id, const char* name, std::uint32_t multiprocessors, double boost_mhz) {
  spec.id = id;
  spec.name = name;
  spec.multiprocessors = multiprocessors;
  spec.clock_mhz = boost_mhz;
  return spec;
}

}  // namespace

std::span<const DeviceSpec> device_specs() {
  static const std::array specs{
      toy(),
      card(turing(), "rtx-2080-ti", "RTX 2080 Ti", 68, 1545),
      card(ampere(), "a100", "A100", 108, 1410),
      card(ada(), "rtx-4090", "RTX 4090", 128, 2520),
      card(hopper(), "h100", "H100", 132, 1980),
      card(hopper(), "h200", "H200", 132, 1980),  // an H100 with more and faster memory
  };
  return specs;
}

const DeviceSpec& two_sm_toy() { return device_specs().front(); }

const DeviceSpec* device_spec_named(std::string_view id) {
  const auto specs = device_specs();
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const DeviceSpec& spec) { return spec.id == id; });
  return found != specs.end() ? &*found : nullptr;
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
