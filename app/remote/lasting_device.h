#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Starts the successor: the same device, used from another process. Blocking. Errors: those of connect().
using StartSuccessor = std::function<base::Result<std::unique_ptr<launch::Device>>(launch::Progress& progress)>;

/// Make a device of this computer survive failed kernels. Once it is out of use in this process (Device::out_of_use()), launches
/// run in another process, the successor. It is started at the next launch, and replaced after every launch that fails or is
/// cancelled. CUDA leaves no other choice: once a kernel has failed, a process cannot use the GPU again (CUDA Runtime API,
/// cudaErrorIllegalAddress; confirmed on an H200). A successor cannot share OpenGL buffers with this process.
std::unique_ptr<launch::Device> make_lasting(std::unique_ptr<launch::Device> device, StartSuccessor start);

}  // namespace warplens::remote
