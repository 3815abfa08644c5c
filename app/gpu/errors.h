#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/error.h"
#include "launch/launch_result.h"

namespace warplens::gpu {

/// CUDA's name of an error and its sentence: "cudaErrorIllegalAddress (an illegal memory access was encountered)".
std::string describe(cudaError_t error);

/// What could not be done, why, and what a person can do about it: "cannot allocate 4,096 bytes on the GPU:
/// cudaErrorMemoryAllocation (out of memory); of its 8,192 MiB 3 are free".
/// Takes the error off the runtime, so that it does not come up again at the next call.
base::Error failed(const std::string& what, cudaError_t error);

/// What a kernel that ended in `error` did wrong. FaultKind::device where CUDA does not say.
launch::FaultKind fault_kind(cudaError_t error);
/// The same in words: "an assert in the kernel failed".
std::string fault_sentence(cudaError_t error);

}  // namespace warplens::gpu
