#include "gpu/properties.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "gpu/errors.h"

namespace warplens::gpu {
namespace {

std::uint32_t unsigned_of(int value) { return value < 0 ? 0 : static_cast<std::uint32_t>(value); }

base::Dim3 extent_of(const int (&size)[3]) { return {unsigned_of(size[0]), unsigned_of(size[1]), unsigned_of(size[2])}; }

int attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, ordinal) != cudaSuccess) cudaGetLastError();
  return value;
}

std::string bytes_text(std::size_t bytes) {
  constexpr std::size_t kibi = 1024, mebi = kibi * kibi;
  if (bytes >= 10 * mebi) return base::counted(std::uint64_t{bytes / mebi}, "MiB");
  return bytes % kibi == 0 ? base::grouped(std::uint64_t{bytes / kibi}) + " KiB" : base::counted(std::uint64_t{bytes}, "byte");
}

std::string extent_text(const base::Dim3& extent) {
  const auto number = [](std::uint32_t value) { return base::grouped(std::uint64_t{value}); };
  return number(extent.x) + " × " + number(extent.y) + " × " + number(extent.z);
}

const char* compute_mode(int mode) {
  switch (mode) {
    case cudaComputeModeDefault:
      return "shared by all programs";
    case cudaComputeModeExclusiveProcess:
      return "for one program at a time";
    default:
      return "no programs may compute on it";
  }
}

/// What deviceQuery reports beyond the other fields of DeviceProperties.
std::vector<std::pair<std::string, std::string>> details_of(const cudaDeviceProp& device, int ordinal) {
  const auto count = [](int value, const char* noun) { return base::counted(std::uint64_t{unsigned_of(value)}, noun); };
  const auto yes = [](int value) { return std::string(value != 0 ? "yes" : "no"); };
  const auto megahertz = [&](cudaDeviceAttr which) {
    return base::grouped(std::uint64_t{unsigned_of(attribute(which, ordinal) / 1000)}) + " MHz";
  };
  std::size_t free = 0, total = 0;
  if (cudaSetDevice(ordinal) != cudaSuccess || cudaMemGetInfo(&free, &total) != cudaSuccess) cudaGetLastError();
  std::array<char, 32> bus{};
  if (cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), ordinal) != cudaSuccess) cudaGetLastError();
  return {
      {"global memory", bytes_text(device.totalGlobalMem) + ", " + bytes_text(free) + " free"},
      {"constant memory", bytes_text(device.totalConstMem)},
      {"L2 cache", bytes_text(unsigned_of(device.l2CacheSize))},
      {"memory bus", count(device.memoryBusWidth, "bit") + " at " + megahertz(cudaDevAttrMemoryClockRate)},
      {"GPU clock", megahertz(cudaDevAttrClockRate)},
      {"warp size", count(device.warpSize, "thread")},
      {"multiprocessors", base::grouped(std::uint64_t{unsigned_of(device.multiProcessorCount)})},
      {"per multiprocessor", count(device.maxThreadsPerMultiProcessor, "thread") + ", " +
                                 count(device.maxBlocksPerMultiProcessor, "block") + ", " +
                                 count(device.regsPerMultiprocessor, "register") + ", " +
                                 bytes_text(device.sharedMemPerMultiprocessor) + " of shared memory"},
      {"per block", count(device.maxThreadsPerBlock, "thread") + ", " + count(device.regsPerBlock, "register") + ", " +
                        bytes_text(device.sharedMemPerBlock) + " of shared memory, " + bytes_text(device.sharedMemPerBlockOptin) +
                        " where it is asked for, " + bytes_text(device.reservedSharedMemPerBlock) + " of it the system's"},
      {"largest block", extent_text(extent_of(device.maxThreadsDim))},
      {"largest grid", extent_text(extent_of(device.maxGridSize))},
      {"copy engines", base::grouped(std::uint64_t{unsigned_of(device.asyncEngineCount)})},
      {"several kernels at once", yes(device.concurrentKernels)},
      {"clusters of blocks", yes(device.clusterLaunch)},
      {"cooperative launch", yes(device.cooperativeLaunch)},
      {"memory with error correction", yes(device.ECCEnabled)},
      {"kernels are timed out", yes(attribute(cudaDevAttrKernelExecTimeout, ordinal))},
      {"use", compute_mode(attribute(cudaDevAttrComputeMode, ordinal))},
      {"PCI address", bus.data()},
  };
}

}  // namespace

std::string version_text(int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); }

base::Result<launch::DeviceProperties> properties_of(int ordinal) {
  cudaDeviceProp device{};
  if (const cudaError_t error = cudaGetDeviceProperties(&device, ordinal); error != cudaSuccess) {
    return failed("cannot read the properties of GPU " + std::to_string(ordinal), error);
  }
  int kilohertz = 0, driver = 0, runtime = 0;
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, ordinal);
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);

  launch::DeviceProperties properties;
  properties.kind = launch::DeviceKind::gpu;
  properties.id = std::to_string(ordinal);
  properties.name = device.name;
  properties.compute_capability = std::to_string(device.major) + "." + std::to_string(device.minor);
  properties.multiprocessors = unsigned_of(device.multiProcessorCount);
  properties.warp_size = unsigned_of(device.warpSize);
  properties.limits = {unsigned_of(device.maxThreadsPerBlock), extent_of(device.maxThreadsDim), extent_of(device.maxGridSize),
                       static_cast<std::uint32_t>(device.sharedMemPerBlock)};
  properties.per_multiprocessor = {
      .threads = unsigned_of(device.maxThreadsPerMultiProcessor),
      .blocks = unsigned_of(device.maxBlocksPerMultiProcessor),
      .registers = unsigned_of(device.regsPerMultiprocessor),
      .register_partitions = 4,
      .shared = device.sharedMemPerMultiprocessor,
      .shared_reserved = static_cast<std::uint32_t>(device.reservedSharedMemPerBlock),
      .shared_unit = device.major >= 8 ? 128u : 256u,  // cuda_occupancy.h, cudaOccSMemAllocationGranularity
  };
  properties.shared_per_block_opt_in = static_cast<std::uint32_t>(device.sharedMemPerBlockOptin);
  properties.memory = device.totalGlobalMem;
  properties.l2 = unsigned_of(device.l2CacheSize);
  properties.clock_mhz = kilohertz / 1000.0;
  properties.driver = version_text(driver);
  properties.runtime = version_text(runtime);
  properties.details = details_of(device, ordinal);
  return properties;
}

}  // namespace warplens::gpu
