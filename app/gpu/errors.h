#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/result.h"
#include "launch/launch_result.h"

namespace warplens::gpu {

/// Format an error as CUDA's name and description: "cudaErrorIllegalAddress (an illegal memory access was encountered)".
std::string describe(cudaError_t error);

/// Make an error that says what failed, why, and a remedy: "cannot allocate 4,096 bytes on the GPU: cudaErrorMemoryAllocation
/// (out of memory); of its 8,192 MiB 3 are free". Clears the runtime's last error, so that the next call does not report it
/// again.
base::Error failed(const std::string& what, cudaError_t error);

/// The kind of fault of a kernel that ended with `error`; FaultKind::device if CUDA does not tell.
launch::FaultKind fault_kind(cudaError_t error);
/// The fault as a phrase: "an assert in the kernel failed".
std::string fault_sentence(cudaError_t error);

}  // namespace warplens::gpu
