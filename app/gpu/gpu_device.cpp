#include "gpu/gpu_device.h"

namespace warplens::gpu {

FoundDevices find_devices() { return {{}, "not written yet"}; }

}  // namespace warplens::gpu
