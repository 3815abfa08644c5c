#pragma once

#include <functional>
#include <utility>

#include "launch/device_choice.h"

namespace warplens::launch {

/// The machines of this computer. GPUs are enumerated only when one may be needed, because that initialises CUDA, which takes up
/// to a second and memory on every GPU.
class DeviceFinder {
 public:
  /// `add_gpus` appends the GPUs to the list, or sets `gpu_note` to the reason why there is none. It is called at most once.
  DeviceFinder(DeviceList simt, std::function<void(DeviceList&)> add_gpus)
      : devices_(std::move(simt)), add_gpus_(std::move(add_gpus)) {}

  DeviceList& all() {
    if (auto add = std::exchange(add_gpus_, nullptr)) add(devices_);
    return devices_;
  }
  /// The same list, in which GPUs may be missing if the choice is the SIMT machine.
  DeviceList& among(const DeviceChoice& choice) { return choice.kind == DeviceChoice::Kind::simt ? devices_ : all(); }

 private:
  DeviceList devices_;
  std::function<void(DeviceList&)> add_gpus_;
};

}  // namespace warplens::launch
