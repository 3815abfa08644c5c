#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "cudart/device_properties.h"
#include "cudart/process.h"
#include "cudart/types.h"

// The device: one, the SIMT machine of the chosen preset.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

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

template <bool of_12 = false>
Properties<of_12> properties_of(const Program& program) {
  const launch::DeviceProperties& device = program.device->properties();
  const Capability capability = capability_of(device);
  const auto number = [](std::uint64_t value) { return static_cast<int>(std::min<std::uint64_t>(value, 0x7fffffff)); };
  Properties<of_12> all{};
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
  const int clock_khz = static_cast<int>(device.clock_mhz * 1000);
  if constexpr (of_12) {
    all.clock_khz = clock_khz;
    all.copies_during_kernels = 1;
  } else {
    all.former.clock_khz = clock_khz;
    all.former.copies_during_kernels = 1;
  }
  return all;
}

/// cudaDeviceGetAttribute by CUDA's numbers; 0 for what the machine does not have.
int attribute_of(const Program& program, int attribute) {
  const Properties<false> all = properties_of(program);
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
    case 15:   // copies during kernels
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

template <bool of_12>
int give_properties(void* properties, int device, std::size_t bytes) {
  return question("cudaGetDeviceProperties", [&](Program& program, const runtime::Call&) {
    if (properties == nullptr) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    const Properties<of_12> all = properties_of<of_12>(program);
    std::memcpy(properties, &all, bytes);
    return Status::success;
  });
}

constexpr int driver_version = 13000;  // CUDA 13.0

}  // namespace

WARPLENS_EXPORT int cudaGetDeviceCount(int* count) { return answer("cudaGetDeviceCount", count, 1); }
WARPLENS_EXPORT int cudaGetDevice(int* device) { return answer("cudaGetDevice", device, 0); }
WARPLENS_EXPORT int cudaSetDevice(int device) { return check_device("cudaSetDevice", device); }
WARPLENS_EXPORT int cudaChooseDevice(int* device, const void*) { return answer("cudaChooseDevice", device, 0); }
WARPLENS_EXPORT int cudaGetDeviceFlags(unsigned* flags) { return answer("cudaGetDeviceFlags", flags, 0u); }
WARPLENS_EXPORT int cudaDriverGetVersion(int* number) { return answer("cudaDriverGetVersion", number, driver_version); }
WARPLENS_EXPORT int cudaRuntimeGetVersion(int* number) { return answer("cudaRuntimeGetVersion", number, library_version()); }
WARPLENS_EXPORT int cudaDeviceCanAccessPeer(int* can, int, int) { return answer("cudaDeviceCanAccessPeer", can, 0); }
WARPLENS_EXPORT int cudaDeviceEnablePeerAccess(int device, unsigned) {
  return check_device("cudaDeviceEnablePeerAccess", device);
}

WARPLENS_EXPORT int cudaDeviceDisablePeerAccess(int) {
  return question("cudaDeviceDisablePeerAccess", [](Program&, const runtime::Call&) { return Status::peer_access_not_enabled; });
}

WARPLENS_EXPORT int cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  return question("cudaDeviceGetPCIBusId", [&](Program&, const runtime::Call&) {
    if (id == nullptr || bytes <= 0) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    std::snprintf(id, static_cast<std::size_t>(bytes), "0000:00:00.0");
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return question("cudaDeviceGetStreamPriorityRange", [&](Program&, const runtime::Call&) {
    if (least != nullptr) *least = 0;  // who does not want one of them gives null
    if (greatest != nullptr) *greatest = 0;
    return Status::success;
  });
}

/// CUDA 12's headers call this one. A program of CUDA 11 has the same layout without its last members.
WARPLENS_EXPORT int cudaGetDeviceProperties_v2(void* properties, int device) {
  return give_properties<true>(properties, device, sizeof(Properties<true>));
}
WARPLENS_EXPORT int cudaGetDeviceProperties(void* properties, int device) {
  if (library_version() >= 13000) return give_properties<false>(properties, device, sizeof(Properties<false>));
  return give_properties<true>(properties, device, offsetof(Properties<true>, host_register));
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
