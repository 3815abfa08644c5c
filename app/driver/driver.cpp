#include "driver/driver.h"

#include <unistd.h>

#include <memory>

namespace warplens::driver {
namespace {

/// Whether the program has called the CUDA runtime.
bool uses_runtime(const runtime::Program& program) {
  constexpr const char* prefix = "cuda";
  const auto first = program.calls.lower_bound(prefix);
  return first != program.calls.end() && first->first.starts_with(prefix);
}

/// The driver's name of an error of the runtime's.
CUresult result_of(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidMemcpyDirection:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return static_cast<CUresult>(error);  // CUDA gives them the same numbers
  }
}

}  // namespace

State& state() {
  // Never destroyed, as the program's: its destructors may still call the driver.
  static State* const all = std::make_unique<State>().release();
  return *all;
}

std::vector<std::uint32_t>& current_contexts() {
  thread_local std::vector<std::uint32_t> stack;
  return stack;
}

CUcontext current_context() { return cudart::make_handle<CUcontext>(current_contexts().empty() ? 0 : current_contexts().back()); }

std::optional<CUresult> problem(const char* name, Needs needs) {
  const std::lock_guard lock(cudart::calls_in_turn());
  const bool initialised = state().initialised || uses_runtime(cudart::program());
  const bool has_context = !current_contexts().empty() || uses_runtime(cudart::program());
  runtime::Status status = runtime::Status::success;
  std::string reason;
  if (needs != Needs::nothing && state().initialised && state().process != ::getpid()) {
    status = runtime::Status::not_initialized;
    reason = "this process was forked off one that uses CUDA, which it then cannot: start it anew (in Python: the method spawn)";
  } else if (needs != Needs::nothing && !initialised) {
    status = runtime::Status::not_initialized;
    reason = "the driver is not initialised: call cuInit(0) first";
  } else if (needs == Needs::context && !has_context) {
    status = runtime::Status::invalid_context;
    reason = "no context is current in this thread: cuCtxCreate makes one, cuCtxSetCurrent makes one current";
  }
  if (status == runtime::Status::success) return std::nullopt;
  const OngoingCall ongoing;
  return ongoing.returns(cudart::work(name, [&](runtime::Program& program, const runtime::Call&) {
    program.errors.explain(reason);
    return status;
  }));
}

OngoingCall::OngoingCall() : before_(cudart::program().errors.before_driver()) {}

CUresult OngoingCall::returns(cudaError_t error) const {
  cudart::program().errors.after_driver(before_);
  return result_of(error);
}

CUresult refused(const char* name, runtime::Status status, const std::string& reason) {
  return work(name, [&](runtime::Program& program, const runtime::Call&) {
    program.errors.explain(reason);
    return status;
  });
}

CUresult accept(const char* name, Needs needs) {
  return work(
      name, [](runtime::Program&, const runtime::Call&) { return runtime::Status::success; }, needs);
}

}  // namespace warplens::driver
