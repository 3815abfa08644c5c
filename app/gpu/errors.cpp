#include "gpu/errors.h"

namespace warplens::gpu {

std::string describe(cudaError_t error) { return std::string(cudaGetErrorName(error)) + " (" + cudaGetErrorString(error) + ")"; }

base::Error failed(const std::string& what, cudaError_t error) {
  cudaGetLastError();
  return base::error(what + ": " + describe(error));
}

launch::FaultKind fault_kind(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
      return launch::FaultKind::out_of_bounds;
    case cudaErrorMisalignedAddress:
      return launch::FaultKind::misaligned;
    case cudaErrorAssert:
      return launch::FaultKind::trap;
    default:
      return launch::FaultKind::device;
  }
}

}  // namespace warplens::gpu
