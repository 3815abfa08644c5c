#pragma once

#include <functional>
#include <utility>

#include "launch/device_choice.h"

namespace warplens::launch {

/// The machines of this computer. GPUs are looked for when one may be needed: that starts CUDA, which takes a second and memory
/// on every GPU.
class DeviceFinder {
 public:
  /// `add_gpus` adds the GPUs to the SIMT machines, or says in `gpu_note` why there is none. It is called at most once.
  DeviceFinder(DeviceList simt, std::function<void(DeviceList&)> add_gpus)
      : devices_(std::move(simt)), add_gpus_(std::move(add_gpus)) {}

  DeviceList& all() {
    if (auto add = std::exchange(add_gpus_, nullptr)) add(devices_);
    return devices_;
  }
  /// Those that the choice is among: without GPUs where it is a SIMT machine. The list is the same one.
  DeviceList& among(const DeviceChoice& choice) { return choice.kind == DeviceChoice::Kind::simt ? devices_ : all(); }

 private:
  DeviceList devices_;
  std::function<void(DeviceList&)> add_gpus_;
};

}  // namespace warplens::launch
