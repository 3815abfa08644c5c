#include "cudart/process.h"
#include "cudart/types.h"

// Errors, and waiting for everything.

namespace warplens::cudart {

using runtime::Program;

WARPLENS_EXPORT int cudaGetLastError() {
  const OngoingCall ongoing("cudaGetLastError", false);
  return ongoing.returns(ongoing.program.errors.take_last());
}

WARPLENS_EXPORT int cudaPeekAtLastError() {
  const OngoingCall ongoing("cudaPeekAtLastError", false);
  ongoing.program.errors.notice();
  return ongoing.returns(ongoing.program.errors.peek());
}

WARPLENS_EXPORT const char* cudaGetErrorName(int status) {
  const std::lock_guard lock(calls_in_turn());
  if (status != 0) program().errors.notice();
  return runtime::name(status);
}

WARPLENS_EXPORT const char* cudaGetErrorString(int status) {
  const std::lock_guard lock(calls_in_turn());
  if (status != 0) program().errors.notice();
  return runtime::text(status);
}

WARPLENS_EXPORT int cudaDeviceSynchronize() {
  return work("cudaDeviceSynchronize", [](Program& program, const runtime::Call&) {
    program.streams.wait_for_all();
    program.waited();
    return program.errors.failed();
  });
}
WARPLENS_EXPORT int cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

WARPLENS_EXPORT int cudaDeviceReset() {
  const OngoingCall ongoing("cudaDeviceReset");
  Program& program = ongoing.program;
  program.streams.wait_for_all();
  program.waited();
  program.reset(ongoing.call);
  return ongoing.returns(runtime::Status::success);
}
WARPLENS_EXPORT int cudaThreadExit() { return cudaDeviceReset(); }

}  // namespace warplens::cudart
