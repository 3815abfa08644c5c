#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Starts a device in another process that stands for a device of this one. Blocking. Errors: those of connect().
using StartSuccessor = std::function<base::Result<std::unique_ptr<launch::Device>>(launch::Progress& progress)>;

/// A device of this computer that goes on after it went out of use in this process (Device::out_of_use()): from then on launches
/// run on its successor, which is started at the next launch and again after each that fails or is cancelled. CUDA gives a
/// process no other way: after a kernel that failed, "the process must be terminated and relaunched" (CUDA Runtime API,
/// cudaErrorIllegalAddress; so it is on an H200). What the successor cannot do is draw from the GPU's memory.
std::unique_ptr<launch::Device> make_lasting(std::unique_ptr<launch::Device> device, StartSuccessor start);

}  // namespace warplens::remote
