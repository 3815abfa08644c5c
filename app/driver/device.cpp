#include <algorithm>
#include <cstring>

#include "driver/driver.h"

// The device: one, the SIMT machine of the chosen preset.

namespace warplens::driver {
namespace {

using runtime::Call;
using runtime::Program;
using runtime::Status;

/// body(program) of a question about the one device.
template <typename Body>
CUresult about(const char* name, CUdevice device, Body body) {
  return work(
      name, [&](Program& program, const Call&) { return device == 0 ? body(program) : Status::invalid_device; },
      Needs::initialisation);
}

CUresult attribute(const char* name, int* value, cudaDeviceAttr attribute, CUdevice device) {
  return by_runtime(
      name, [&] { return cudaDeviceGetAttribute(value, attribute, device); }, Needs::initialisation);
}

CUresult uuid_of(const char* name, CUuuid* uuid, CUdevice device) {
  return about(name, device, [&](Program& program) {
    if (uuid == nullptr) return Status::invalid_value;
    *uuid = {};
    const std::string& id = program.device->properties().id;
    std::copy_n(id.data(), std::min(id.size(), sizeof uuid->bytes), uuid->bytes);
    return Status::success;
  });
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuDriverGetVersion(int* version) {
  return by_runtime(
      __func__, [&] { return cudaDriverGetVersion(version); }, Needs::nothing);
}
CUresult cuDeviceGetCount(int* count) { return answer(__func__, count, 1, Needs::initialisation); }
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return about(__func__, ordinal, [&](Program&) {
    if (device == nullptr) return Status::invalid_value;
    *device = 0;
    return Status::success;
  });
}
CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  return about(__func__, device, [&](Program& program) {
    if (name == nullptr || bytes <= 0) return Status::invalid_value;
    const std::string& whole = program.device->properties().name;
    const std::size_t kept = std::min(whole.size(), static_cast<std::size_t>(bytes) - 1);
    std::memcpy(name, whole.data(), kept);
    name[kept] = '\0';
    return Status::success;
  });
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) { return uuid_of(__func__, uuid, device); }
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) { return uuid_of("cuDeviceGetUuid", uuid, device); }
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  return about("cuDeviceTotalMem", device, [&](Program& program) {
    if (bytes == nullptr) return Status::invalid_value;
    *bytes = program.memory.most();
    return Status::success;
  });
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
  return attribute(__func__, value, static_cast<cudaDeviceAttr>(which), device);
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  const CUresult first = attribute(__func__, major, cudaDevAttrComputeCapabilityMajor, device);
  return first == CUDA_SUCCESS ? attribute(__func__, minor, cudaDevAttrComputeCapabilityMinor, device) : first;
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) { return answer(__func__, can, 0, Needs::initialisation); }
CUresult cuDeviceGetPCIBusId(char* id, int bytes, CUdevice device) {
  return by_runtime(
      __func__, [&] { return cudaDeviceGetPCIBusId(id, bytes, device); }, Needs::initialisation);
}
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* id) {
  return by_runtime(
      __func__, [&] { return cudaDeviceGetByPCIBusId(device, id); }, Needs::initialisation);
}
CUresult cuProfilerStart() { return accept(__func__); }
CUresult cuProfilerStop() { return accept(__func__); }
