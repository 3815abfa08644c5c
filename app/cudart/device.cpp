#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "cudart/device_properties.h"
#include "cudart/process.h"
#include "cudart/texture_limits.h"
#include "simt/code/device_spec.h"

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

/// The preset that the device models; 0 in what follows where there is none.
const simt::DeviceSpec* spec_of(const launch::DeviceProperties& device) { return simt::device_spec_named(device.id); }

struct MemoryBus {
  int bits = 0, clock_khz = 0;
};
/// Programs compute the bandwidth from both, two transfers of the bus a cycle (CUDA C++ Best Practices Guide, "Theoretical
/// Bandwidth Calculation"): the clock is the one that gives the model's bandwidth.
MemoryBus memory_bus_of(const launch::DeviceProperties& device) {
  const simt::DeviceSpec* const spec = spec_of(device);
  if (spec == nullptr) return {};
  const double bytes_per_second = spec->memory_bytes_per_cycle * spec->clock_mhz * 1e6;
  const double transfers_per_second = bytes_per_second * 8 / spec->memory_bus_bits;
  return {static_cast<int>(spec->memory_bus_bits), static_cast<int>(std::lround(transfers_per_second / 2 / 1000))};
}

/// Operations of 32 bits in the time of one of 64 bits.
int double_precision_ratio_of(const launch::DeviceProperties& device) {
  const simt::DeviceSpec* const spec = spec_of(device);
  return spec == nullptr ? 0 : static_cast<int>(spec->double_interval / spec->floating_interval);
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
  all.textures_1d[0] = max_texture_line;
  std::ranges::copy(texture_properties, all.textures_and_surfaces);
  all.surface_alignment = 512;
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
  const MemoryBus bus = memory_bus_of(device);
  all.memory_bus_bits = bus.bits;
  if constexpr (of_12) {
    all.clock_khz = clock_khz;
    all.copies_during_kernels = 1;
    all.memory_clock_khz = bus.clock_khz;
    all.double_precision_ratio = double_precision_ratio_of(device);
    all.texture_1d_linear = max_texture_line_of_memory;
  } else {
    all.former.clock_khz = clock_khz;
    all.former.copies_during_kernels = 1;
    all.former.memory_clock_khz = bus.clock_khz;
    all.former.double_precision_ratio = double_precision_ratio_of(device);
    all.former.texture_1d_linear = max_texture_line_of_memory;
  }
  return all;
}

/// 0 for what the machine does not have.
int attribute_of(const Program& program, cudaDeviceAttr attribute) {
  const Properties<false> all = properties_of(program);
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return all.threads_per_block;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
    case cudaDevAttrMaxBlockDimZ:
      return all.block[attribute - cudaDevAttrMaxBlockDimX];
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return all.grid[attribute - cudaDevAttrMaxGridDimX];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return static_cast<int>(all.shared_per_block);
    case cudaDevAttrTotalConstantMemory:
      return static_cast<int>(all.constant_memory);
    case cudaDevAttrWarpSize:
      return all.warp_size;
    case cudaDevAttrMaxPitch:
      return static_cast<int>(all.pitch);
    case cudaDevAttrMaxRegistersPerBlock:
      return all.registers_per_block;
    case cudaDevAttrClockRate:
      return all.former.clock_khz;
    case cudaDevAttrMemoryClockRate:
      return all.former.memory_clock_khz;
    case cudaDevAttrGlobalMemoryBusWidth:
      return all.memory_bus_bits;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return all.former.double_precision_ratio;
    case cudaDevAttrTextureAlignment:
      return static_cast<int>(all.texture_alignment);
    case cudaDevAttrTexturePitchAlignment:
      return static_cast<int>(all.texture_pitch_alignment);
    case cudaDevAttrSurfaceAlignment:
      return static_cast<int>(all.surface_alignment);
    case cudaDevAttrMultiProcessorCount:
      return all.multiprocessors;
    case cudaDevAttrL2CacheSize:
      return all.l2_bytes;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return all.threads_per_multiprocessor;
    case cudaDevAttrAsyncEngineCount:
      return all.copy_engines;
    case cudaDevAttrComputeCapabilityMajor:
      return all.major;
    case cudaDevAttrComputeCapabilityMinor:
      return all.minor;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(all.shared_per_multiprocessor);
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return all.registers_per_multiprocessor;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(all.shared_per_block_opt_in);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return all.blocks_per_multiprocessor;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return static_cast<int>(all.reserved_shared_per_block);
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      return texture_attribute(attribute);
  }
}

cudaError_t check_device(const char* function, int device) {
  return question(function,
                  [&](Program&, const runtime::Call&) { return device == 0 ? Status::success : Status::invalid_device; });
}

template <bool of_12>
cudaError_t give_properties(void* properties, int device, std::size_t bytes) {
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
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaGetDeviceCount(int* count) { return answer(__func__, count, 1); }
cudaError_t cudaGetDevice(int* device) { return answer(__func__, device, 0); }
cudaError_t cudaSetDevice(int device) { return check_device(__func__, device); }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return answer(__func__, device, 0); }
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return answer(__func__, flags, 0u); }
cudaError_t cudaDriverGetVersion(int* number) { return answer(__func__, number, driver_version); }
cudaError_t cudaRuntimeGetVersion(int* number) { return answer(__func__, number, library_version()); }
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) { return answer(__func__, can, 0); }
cudaError_t cudaDeviceEnablePeerAccess(int device, unsigned) { return check_device(__func__, device); }

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return question(__func__, [](Program&, const runtime::Call&) { return Status::peer_access_not_enabled; });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  return question(__func__, [&](Program&, const runtime::Call&) {
    if (id == nullptr || bytes <= 0) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    std::snprintf(id, static_cast<std::size_t>(bytes), "0000:00:00.0");
    return Status::success;
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  return question(__func__, [&](Program&, const runtime::Call&) {
    if (device == nullptr || id == nullptr) return Status::invalid_value;
    if (std::string_view(id).find_first_not_of("0:.") != std::string_view::npos) return Status::invalid_device;
    *device = 0;
    return Status::success;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return question(__func__, [&](Program&, const runtime::Call&) {
    if (least != nullptr) *least = 0;  // who does not want one of them gives null
    if (greatest != nullptr) *greatest = 0;
    return Status::success;
  });
}

/// CUDA 12's headers call this one. A program of CUDA 11 has the same layout without its last members.
cudaError_t cudaGetDeviceProperties_v2(void* properties, int device) {
  return give_properties<true>(properties, device, sizeof(Properties<true>));
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (library_version() >= 13000) return give_properties<false>(properties, device, sizeof(Properties<false>));
  return give_properties<true>(properties, device, offsetof(Properties<true>, host_register));
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (value == nullptr) return Status::invalid_value;
    if (device != 0) return Status::invalid_device;
    *value = attribute_of(program, attribute);
    return Status::success;
  });
}
