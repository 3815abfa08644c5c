#include "gpu/properties.h"

#include <cuda_runtime_api.h>

#include "gpu/errors.h"

namespace warplens::gpu {
namespace {

std::uint32_t unsigned_of(int value) { return value < 0 ? 0 : static_cast<std::uint32_t>(value); }

base::Dim3 extent_of(const int (&size)[3]) { return {unsigned_of(size[0]), unsigned_of(size[1]), unsigned_of(size[2])}; }

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
  properties.kind = "gpu";
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
  return properties;
}

}  // namespace warplens::gpu
