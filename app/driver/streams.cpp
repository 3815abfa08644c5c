#include "driver/driver.h"

// Streams and events, which are the runtime's.

using namespace warplens::driver;

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return by_runtime(__func__, [&] { return cudaStreamCreateWithFlags(stream, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return by_runtime(__func__, [&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
CUresult cuStreamDestroy(CUstream stream) {
  return by_runtime(
      "cuStreamDestroy", [&] { return cudaStreamDestroy(stream); }, Needs::initialisation);
}
CUresult cuStreamSynchronize(CUstream stream) {
  return by_runtime(__func__, [&] { return cudaStreamSynchronize(stream); });
}
CUresult cuStreamQuery(CUstream stream) {
  return by_runtime(__func__, [&] { return cudaStreamQuery(stream); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return by_runtime(__func__, [&] { return cudaStreamWaitEvent(stream, event, flags); });
}
/// The callback's status is CUDA_SUCCESS, the same number as the runtime's.
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned flags) {
  return by_runtime(__func__,
                    [&] { return cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags); });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return by_runtime(__func__, [&] { return cudaLaunchHostFunc(stream, function, data); });
}
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return by_runtime(__func__, [&] { return cudaStreamGetFlags(stream, flags); });
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return by_runtime(__func__, [&] { return cudaStreamGetPriority(stream, priority); });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return by_runtime(__func__, [&] { return cudaEventCreateWithFlags(event, flags); });
}
CUresult cuEventDestroy(CUevent event) {
  return by_runtime(
      "cuEventDestroy", [&] { return cudaEventDestroy(event); }, Needs::initialisation);
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return by_runtime(__func__, [&] { return cudaEventRecord(event, stream); });
}
CUresult cuEventSynchronize(CUevent event) {
  return by_runtime(__func__, [&] { return cudaEventSynchronize(event); });
}
CUresult cuEventQuery(CUevent event) {
  return by_runtime(__func__, [&] { return cudaEventQuery(event); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return by_runtime(__func__, [&] { return cudaEventElapsedTime(milliseconds, start, end); });
}
CUresult cuEventElapsedTime_v2(float* milliseconds, CUevent start, CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
