#include "gpu/errors.h"

#include <cstddef>
#include <cstdint>

#include "base/number_format.h"

namespace warplens::gpu {

std::string describe(cudaError_t error) { return std::string(cudaGetErrorName(error)) + " (" + cudaGetErrorString(error) + ")"; }

namespace {

/// A remedy, as "; …"; empty if CUDA's description is sufficient.
std::string advice(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation: {
      std::size_t free = 0, total = 0;
      if (cudaMemGetInfo(&free, &total) != cudaSuccess) return "";
      constexpr std::uint64_t mebi = 1u << 20;
      return "; of its " + base::counted(total / mebi, "MiB") + " " + base::grouped(std::uint64_t{free / mebi}) + " are free";
    }
    case cudaErrorUnsupportedPtxVersion:
      return "; the compiler that made this PTX is newer than the driver: update the driver, or compile with an older toolkit";
    case cudaErrorNoKernelImageForDevice:
      return "; the PTX is for a newer GPU than this one: compile for an older architecture";
    case cudaErrorLaunchOutOfResources:
      return "; a block of this size wants more registers than a multiprocessor has: make the block smaller";
    case cudaErrorDevicesUnavailable:
      return "; another program has the GPU for itself";
    default:
      return "";
  }
}

}  // namespace

base::Error failed(const std::string& what, cudaError_t error) {
  cudaGetLastError();
  return base::error(what + ": " + describe(error) + advice(error));
}

launch::FaultKind fault_kind(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorInvalidAddressSpace:
      return launch::FaultKind::out_of_bounds;
    case cudaErrorMisalignedAddress:
      return launch::FaultKind::misaligned;
    case cudaErrorAssert:
      return launch::FaultKind::assertion;
    case cudaErrorIllegalInstruction:
      return launch::FaultKind::trap;
    case cudaErrorHardwareStackError:
      return launch::FaultKind::stack_overflow;
    case cudaErrorInvalidPc:
      return launch::FaultKind::invalid_call;
    case cudaErrorLaunchTimeout:
      return launch::FaultKind::step_limit;
    default:
      return launch::FaultKind::device;
  }
}

std::string fault_sentence(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
      return "the kernel read or wrote an address outside of its buffers";
    case cudaErrorMisalignedAddress:
      return "the kernel used an address that is no multiple of the access's width";
    case cudaErrorAssert:
      return "an assert in the kernel failed";
    case cudaErrorLaunchTimeout:
      return "the kernel ran for longer than a GPU that also drives a display may; the driver ended it";
    case cudaErrorLaunchFailure:
      return "the kernel failed, by a trap for instance";
    default:
      return "the kernel failed";
  }
}

}  // namespace warplens::gpu
