#pragma once

#include <cstddef>
#include <type_traits>

namespace warplens::cudart {

/// Members of CUDA 12's cudaDeviceProp that CUDA 13 has removed. Our own headers for clang (ptx/compile/clang) have them at the
/// end of the structure, so that programs from before CUDA 13 compile.
struct FormerProperties {
  int clock_khz, copies_during_kernels, run_time_limit, compute_mode, texture_1d_linear, memory_clock_khz, double_precision_ratio,
      multi_device_launch;
};

template <int number>
struct Absent {};
/// A member that only CUDA 12 has; in CUDA 13 it takes no room.
template <bool of_12, int number>
using Former = std::conditional_t<of_12, int, Absent<number>>;

struct OfBothVersions {
  int numa[2], mps, host_numa;
  unsigned pci_device_id, pci_subsystem_id;
  int host_numa_ipc, reserved[48];
};

/// cudaDeviceProp of CUDA 12 or 13, field by field.
template <bool of_12>
struct Properties {
  char name[256];
  unsigned char uuid[16];
  char luid[8];
  unsigned luid_node_mask;
  std::size_t memory, shared_per_block;
  int registers_per_block, warp_size;
  std::size_t pitch;
  int threads_per_block, block[3], grid[3];
  [[no_unique_address]] Former<of_12, 0> clock_khz;
  std::size_t constant_memory;
  int major, minor;
  std::size_t texture_alignment, texture_pitch_alignment;
  [[no_unique_address]] Former<of_12, 1> copies_during_kernels;
  int multiprocessors;
  [[no_unique_address]] Former<of_12, 2> run_time_limit;
  int integrated, can_map_host_memory;
  [[no_unique_address]] Former<of_12, 3> compute_mode;
  int textures_1d[2];
  [[no_unique_address]] Former<of_12, 4> texture_1d_linear;
  int textures_and_surfaces[37];
  std::size_t surface_alignment;
  int concurrent_kernels, error_correction, pci_bus, pci_device, pci_domain, tcc_driver, copy_engines, unified_addressing;
  [[no_unique_address]] Former<of_12, 5> memory_clock_khz;
  int memory_bus_bits, l2_bytes, persisting_l2_bytes, threads_per_multiprocessor, stream_priorities, global_l1_cache,
      local_l1_cache;
  std::size_t shared_per_multiprocessor;
  int registers_per_multiprocessor, managed_memory, multi_gpu_board, multi_gpu_group, host_atomics;
  [[no_unique_address]] Former<of_12, 6> double_precision_ratio;
  int pageable_access, concurrent_managed_access, compute_preemption, host_pointer_for_registered, cooperative_launch;
  [[no_unique_address]] Former<of_12, 7> multi_device_launch;
  std::size_t shared_per_block_opt_in;
  int page_tables, direct_managed_access, blocks_per_multiprocessor, access_policy_window;
  std::size_t reserved_shared_per_block;
  int host_register, sparse_arrays, host_register_read_only, timeline_semaphores, memory_pools, gpu_direct;
  unsigned gpu_direct_flush;
  int gpu_direct_ordering;
  unsigned pool_handles;
  int deferred_mapping, ipc_events, cluster_launch, unified_functions;
  OfBothVersions others;
  FormerProperties former;
};
/// In a page, size_t has 4 bytes. All programs there are compiled with our headers, which have the same members.
constexpr bool has_sizes_of_cuda = sizeof(std::size_t) == 8;
static_assert(!has_sizes_of_cuda || (sizeof(Properties<true>) == 1032 && sizeof(Properties<false>) == 1008),
              "the sizes in CUDA 12 and 13");
static_assert(!has_sizes_of_cuda || offsetof(Properties<true>, host_register) == 728, "the size in CUDA 11");

}  // namespace warplens::cudart
