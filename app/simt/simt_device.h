#pragma once

#include <cstdint>
#include <memory>

#include "launch/device.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// The SIMT machine: runs PTX on the CPU, deterministically, observing every instruction, lane and address. With several `cores`,
/// large launches whose blocks do not read each other's writes take less time, also if they are checked or traced; the results
/// are the same.
std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec = two_sm_toy(), std::uint32_t cores = 1);

}  // namespace warplens::simt
