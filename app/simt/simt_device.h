#pragma once

#include <cstdint>
#include <memory>

#include "launch/device.h"
#include "simt/device_spec.h"

namespace warplens::simt {

/// The SIMT machine: runs PTX on the CPU, deterministically, seeing every instruction, lane and address. With more `cores` than
/// one, large launches whose blocks do not see each other's writes, and that nobody watches, take less time; the results are the
/// same.
std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec = two_sm_toy(), std::uint32_t cores = 1);

}  // namespace warplens::simt
