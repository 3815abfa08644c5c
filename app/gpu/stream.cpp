#include "gpu/stream.h"

#include "gpu/errors.h"

namespace warplens::gpu {

base::Result<Stream> Stream::create(Kind kind) {
  cudaStream_t stream = nullptr;
  if (const cudaError_t error =
          cudaStreamCreateWithFlags(&stream, kind == Kind::independent ? cudaStreamNonBlocking : cudaStreamDefault);
      error != cudaSuccess) {
    return failed("cannot make a CUDA stream", error);
  }
  return Stream(stream);
}

base::Result<Event> Event::create() {
  cudaEvent_t event = nullptr;
  if (const cudaError_t error = cudaEventCreate(&event); error != cudaSuccess) return failed("cannot make a CUDA event", error);
  return Event(event);
}

base::Status Event::record(const Stream& stream) const {
  if (const cudaError_t error = cudaEventRecord(get(), stream.get()); error != cudaSuccess) {
    return failed("cannot record a CUDA event", error);
  }
  return base::Nothing{};
}

base::Result<double> milliseconds(const Event& start, const Event& end) {
  float elapsed = 0;
  if (const cudaError_t error = cudaEventElapsedTime(&elapsed, start.get(), end.get()); error != cudaSuccess) {
    return failed("cannot read the GPU's time", error);
  }
  return static_cast<double>(elapsed);
}

}  // namespace warplens::gpu
