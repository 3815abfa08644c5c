#pragma once

#include <memory>

#include "launch/device.h"
#include "simt/device_spec.h"

namespace warplens::simt {

/// The SIMT machine: runs PTX on the CPU, deterministically, seeing every instruction, lane and address.
std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec = two_sm_toy());

}  // namespace warplens::simt
