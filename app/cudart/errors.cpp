#include "cudart/capture.h"

// Errors, and waiting for everything.

using namespace warplens;
using namespace warplens::cudart;

using runtime::Program;

cudaError_t cudaGetLastError() {
  const OngoingCall ongoing(__func__, false);
  return ongoing.returns(ongoing.program.errors.take_last());
}

cudaError_t cudaPeekAtLastError() {
  const OngoingCall ongoing(__func__, false);
  ongoing.program.errors.notice();
  return ongoing.returns(ongoing.program.errors.peek());
}

const char* cudaGetErrorName(cudaError_t status) {
  const std::lock_guard lock(calls_in_turn());
  if (status != 0) program().errors.notice();
  return runtime::name(status);
}

const char* cudaGetErrorString(cudaError_t status) {
  const std::lock_guard lock(calls_in_turn());
  if (status != 0) program().errors.notice();
  return runtime::text(status);
}

cudaError_t cudaDeviceSynchronize() {
  return work(__func__, [](Program& program, const runtime::Call&) {
    if (program.captures.any()) return refused_in_capture(program, program.captures.wait_for_all());
    program.streams.wait_for_all();
    program.waited();
    return program.errors.failed();
  });
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset() {
  const OngoingCall ongoing(__func__);
  Program& program = ongoing.program;
  program.streams.wait_for_all();
  program.waited();
  program.reset(ongoing.call);
  return ongoing.returns(runtime::Status::success);
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
