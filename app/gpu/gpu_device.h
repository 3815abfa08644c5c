#pragma once

#include <memory>
#include <string>
#include <vector>

#include "launch/device.h"

namespace warplens::gpu {

/// The NVIDIA GPUs of this computer. If there is none, `note` gives the reason: built without the toolkit, no driver, driver too
/// old, no device.
struct FoundDevices {
  std::vector<std::unique_ptr<launch::Device>> devices;
  std::string note;
};

/// Find the GPUs. Never fails: without a GPU the list is empty. Two implementations, chosen by CMake: gpu_device.cpp and
/// device_none.cpp.
FoundDevices find_devices();

}  // namespace warplens::gpu
