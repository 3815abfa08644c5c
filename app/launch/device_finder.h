#pragma once

#include <functional>
#include <utility>

#include "launch/device_choice.h"

namespace warplens::launch {

/// The machines of this computer. GPUs are enumerated only when one may be needed: this initialises CUDA, and takes up to a
/// second, and memory on every GPU.
class DeviceFinder {
 public:
  /// `add_gpus` appends the GPUs to the list, or sets `gpu_note` to the reason for their absence. It is called at most once.
  DeviceFinder(DeviceList simt, std::function<void(DeviceList&)> add_gpus)
      : devices_(std::move(simt)), add_gpus_(std::move(add_gpus)) {}

  DeviceList& all() {
    if (auto add = std::exchange(add_gpus_, nullptr)) add(devices_);
    return devices_;
  }
  /// Like all(), but GPUs may be missing if `choice` does not need one.
  DeviceList& among(const DeviceChoice& choice) {
    const bool needs_no_gpu = choice.kind == DeviceChoice::Kind::simt || choice.kind == DeviceChoice::Kind::remote;
    return needs_no_gpu ? devices_ : all();
  }
  /// Find the selected machine with resolve(); connects to a remote device first if need be, and reports this in `progress`.
  /// Blocking. Errors: those of resolve() and of Connect.
  base::Result<Device*> find(const DeviceChoice& choice, std::string_view preset, Progress& progress) {
    DeviceList& list = among(choice);
    auto found = resolve(list, choice, preset);
    if (found || choice.kind != DeviceChoice::Kind::remote || !list.connect) return found;
    auto device = list.connect(choice.command, progress);
    if (!device) return device.error();
    return list.devices.emplace_back(std::move(*device)).get();
  }

 private:
  DeviceList devices_;
  std::function<void(DeviceList&)> add_gpus_;
};

}  // namespace warplens::launch
