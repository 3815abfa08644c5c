#include <algorithm>
#include <charconv>
#include <cstring>

#include "cudart/process.h"
#include "cudart/types.h"

// The device: one, the SIMT machine of the chosen preset.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

/// cudaDeviceProp of CUDA 13, field by field.
struct Properties {
  char name[256];
  unsigned char uuid[16];
  char luid[8];
  unsigned luid_node_mask;
  std::size_t memory, shared_per_block;
  int registers_per_block, warp_size;
  std::size_t pitch;
  int threads_per_block, block[3], grid[3];
  std::size_t constant_memory;
  int major, minor;
  std::size_t texture_alignment, texture_pitch_alignment;
  int multiprocessors, integrated, can_map_host_memory;
  int textures_and_surfaces[39];
  std::size_t surface_alignment;
  int concurrent_kernels, error_correction, pci_bus, pci_device, pci_domain, tcc_driver, copy_engines, unified_addressing,
      memory_bus_bits, l2_bytes, persisting_l2_bytes, threads_per_multiprocessor, stream_priorities, global_l1_cache,
      local_l1_cache;
  std::size_t shared_per_multiprocessor;
  int registers_per_multiprocessor, managed_memory, multi_gpu_board, multi_gpu_group, host_atomics, pageable_access,
      concurrent_managed_access, compute_preemption, host_pointer_for_registered, cooperative_launch;
  std::size_t shared_per_block_opt_in;
  int page_tables, direct_managed_access, blocks_per_multiprocessor, access_policy_window;
  std::size_t reserved_shared_per_block;
  int host_register, sparse_arrays, host_register_read_only, timeline_semaphores, memory_pools, gpu_direct;
  unsigned gpu_direct_flush;
  int gpu_direct_ordering;
  unsigned pool_handles;
  int deferred_mapping, ipc_events, cluster_launch, unified_functions, numa[2], mps, host_numa;
  unsigned pci_device_id, pci_subsystem_id;
  int host_numa_ipc, reserved[56];
};
static_assert(sizeof(Properties) == 1008, "the size of cudaDeviceProp in CUDA 13");

struct Capability {
  int major = 7, minor = 5;  ///< of a preset that models no real card
};

Capability capability_of(const launch::DeviceProperties& device) {
  Capability capability;
  const std::string& text = device.compute_capability;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, capability.major);
  if (major.ec == std::errc{} && major.ptr != end) std::from_chars(major.ptr + 1, end, capability.minor);
  return capability;
}

Properties properties_of(const Program& program) {
  const launch::DeviceProperties& device = program.device->properties();
  const Capability capability = capability_of(device);
  const auto number = [](std::uint64_t value) { return static_cast<int>(std::min<std::uint64_t>(value, 0x7fffffff)); };
  Properties all{};
  std::strncpy(all.name, device.name.c_str(), sizeof all.name - 1);
  all.memory = program.memory.most();
  all.shared_per_block = device.limits.shared_bytes;
  all.registers_per_block = number(device.per_multiprocessor.registers);
  all.warp_size = number(device.warp_size);
  all.pitch = 0x7fffffff;
  all.threads_per_block = number(device.limits.threads_per_block);
  const base::Dim3 &block = device.limits.block, &grid = device.limits.grid;
  std::ranges::copy(std::initializer_list<int>{number(block.x), number(block.y), number(block.z)}, all.block);
  std::ranges::copy(std::initializer_list<int>{number(grid.x), number(grid.y), number(grid.z)}, all.grid);
  all.constant_memory = 65536;
  all.major = capability.major;
  all.minor = capability.minor;
  all.texture_alignment = 512;
  all.texture_pitch_alignment = 32;
  all.multiprocessors = number(device.multiprocessors);
  all.can_map_host_memory = all.concurrent_kernels = all.unified_addressing = all.managed_memory = all.cooperative_launch = 1;
  all.stream_priorities = all.host_register = all.memory_pools = all.concurrent_managed_access = 1;
  all.copy_engines = 2;
  all.l2_bytes = number(device.l2);
  all.threads_per_multiprocessor = number(device.per_multiprocessor.threads);
  all.global_l1_cache = all.local_l1_cache = 1;
  all.shared_per_multiprocessor = device.per_multiprocessor.shared;
  all.registers_per_multiprocessor = number(device.per_multiprocessor.registers);
  all.shared_per_block_opt_in = device.shared_per_block_opt_in;
  all.blocks_per_multiprocessor = number(device.per_multiprocessor.blocks);
  all.reserved_shared_per_block = device.per_multiprocessor.shared_reserved;
  return all;
}

/// cudaDeviceGetAttribute by CUDA's numbers; 0 for what the machine does not have.
int attribute_of(const Program& program, int attribute) {
  const Properties all = properties_of(program);
  switch (attribute) {
    case 1:
      return all.threads_per_block;
    case 2:
    case 3:
    case 4:
      return all.block[attribute - 2];
    case 5:
    case 6:
    case 7:
      return all.grid[attribute - 5];
    case 8:
      return static_cast<int>(all.shared_per_block);
    case 9:
      return static_cast<int>(all.constant_memory);
    case 10:
      return all.warp_size;
    case 11:
      return static_cast<int>(all.pitch);
    case 12:
      return all.registers_per_block;
    case 13:
      return static_cast<int>(program.device->properties().clock_mhz * 1000);
    case 14:
      return static_cast<int>(all.texture_alignment);
    case 16:
      return all.multiprocessors;
    case 38:
      return all.l2_bytes;
    case 39:
      return all.threads_per_multiprocessor;
    case 40:
      return all.copy_engines;
    case 75:
      return all.major;
    case 76:
      return all.minor;
    case 81:
      return static_cast<int>(all.shared_per_multiprocessor);
    case 82:
      return all.registers_per_multiprocessor;
    case 97:
      return static_cast<int>(all.shared_per_block_opt_in);
    case 106:
      return all.blocks_per_multiprocessor;
    case 111:
      return static_cast<int>(all.reserved_shared_per_block);
    case 15:   // copies beside kernels
    case 19:   // mapped host memory
    case 31:   // concurrent kernels
    case 41:   // unified addressing
    case 78:   // stream priorities
    case 83:   // managed memory
    case 89:   // which host and kernels may use at once
    case 95:   // cooperative launches
    case 99:   // cudaHostRegister
    case 115:  // memory pools
      return 1;
    default:
      return 0;
  }
}

int check_device(const char* function, int device) {
  return question(function,
                  [&](Program&, const runtime::Call&) { return device == 0 ? Status::success : Status::invalid_device; });
}

constexpr int version = 13000;  // CUDA 13.0

}  // namespace

WARPLENS_EXPORT int cudaGetDeviceCount(int* count) { return answer("cudaGetDeviceCount", count, 1); }
WARPLENS_EXPORT int cudaGetDevice(int* device) { return answer("cudaGetDevice", device, 0); }
WARPLENS_EXPORT int cudaSetDevice(int device) { return check_device("cudaSetDevice", device); }
WARPLENS_EXPORT int cudaChooseDevice(int* device, const void*) { return answer("cudaChooseDevice", device, 0); }
WARPLENS_EXPORT int cudaGetDeviceFlags(unsigned* flags) { return answer("cudaGetDeviceFlags", flags, 0u); }
WARPLENS_EXPORT int cudaDriverGetVersion(int* number) { return answer("cudaDriverGetVersion", number, version); }
WARPLENS_EXPORT int cudaRuntimeGetVersion(int* number) { return answer("cudaRuntimeGetVersion", number, version); }
WARPLENS_EXPORT int cudaDeviceCanAccessPeer(int* can, int, int) { return answer("cudaDeviceCanAccessPeer", can, 0); }
WARPLENS_EXPORT int cudaDeviceEnablePeerAccess(int device, unsigned) {
  return check_device("cudaDeviceEnablePeerAccess", device);
}

WARPLENS_EXPORT int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  answer("cudaDeviceGetStreamPriorityRange", least, 0);
  return answer("cudaDeviceGetStreamPriorityRange", greatest, 0);
}

WARPLENS_EXPORT int cudaGetDeviceProperties(void* properties, int device) {
  return question("cudaGetDeviceProperties", [&](Program& program, const runtime::Call&) {
    if (properties == nullptr) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    const Properties all = properties_of(program);
    std::memcpy(properties, &all, sizeof all);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaDeviceGetAttribute(int* value, int attribute, int device) {
  return question("cudaDeviceGetAttribute", [&](Program& program, const runtime::Call&) {
    if (value == nullptr) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    *value = attribute_of(program, attribute);
    return Status::success;
  });
}

}  // namespace warplens::cudart
