#include "observe/observed_call.h"

// Functions after which launches are done: then their times are collected.

namespace warplens::observe {
namespace {

void note_nothing_more(report::Json&, Observer&) {}

template <auto function, typename... Arguments>
cudaError_t collected(Arguments... arguments) {
  const cudaError_t error = noted<function>(note_nothing_more, arguments...);
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.collect();
  return error;
}

}  // namespace
}  // namespace warplens::observe

using namespace warplens::observe;

cudaError_t cudaDeviceSynchronize() { return collected<cudaDeviceSynchronize>(); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return collected<cudaStreamSynchronize>(stream); }
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return collected<cudaStreamSynchronize_ptsz>(stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return collected<cudaEventSynchronize>(event); }

/// Events do not outlive it.
cudaError_t cudaDeviceReset() {
  {
    const std::lock_guard lock(in_turn());
    if (observer().active) observer().timer.finish();
  }
  const cudaError_t error = noted<cudaDeviceReset>(note_nothing_more);
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.forget();
  return error;
}
