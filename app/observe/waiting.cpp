#include "observe/observed_call.h"

// Functions after which launches are done: then their times are collected.

namespace warplens::observe {
namespace {

template <typename Wait>
int collected(const char* name, Wait wait) {
  const int error = noted(name, wait, [](report::Json&, Observer&) {});
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.collect();
  return error;
}

}  // namespace

WARPLENS_EXPORT int cudaDeviceSynchronize() {
  static const RealFunction<int()> real("cudaDeviceSynchronize");
  return collected("cudaDeviceSynchronize", [&] { return real(); });
}
WARPLENS_EXPORT int cudaStreamSynchronize(void* stream) {
  static const RealFunction<int(void*)> real("cudaStreamSynchronize");
  return collected("cudaStreamSynchronize", [&] { return real(stream); });
}
WARPLENS_EXPORT int cudaStreamSynchronize_ptsz(void* stream) {
  static const RealFunction<int(void*)> real("cudaStreamSynchronize_ptsz");
  return collected("cudaStreamSynchronize", [&] { return real(stream); });
}
WARPLENS_EXPORT int cudaEventSynchronize(void* event) {
  static const RealFunction<int(void*)> real("cudaEventSynchronize");
  return collected("cudaEventSynchronize", [&] { return real(event); });
}

/// Events do not outlive it.
WARPLENS_EXPORT int cudaDeviceReset() {
  static const RealFunction<int()> real("cudaDeviceReset");
  {
    const std::lock_guard lock(in_turn());
    if (observer().active) observer().timer.finish();
  }
  const int error = noted(
      "cudaDeviceReset", [&] { return real(); }, [](report::Json&, Observer&) {});
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.forget();
  return error;
}

}  // namespace warplens::observe
