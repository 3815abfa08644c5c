#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "base/result.h"

namespace warplens::gpu {

/// A queue of work on the current GPU, in order. Destroyed with the value.
class Stream {
 public:
  /// Whether a stream is independent of the default stream, or synchronises with it (like streams of cudaStreamCreate).
  enum class Kind : std::uint8_t { independent, waits_for_default };
  static base::Result<Stream> create(Kind kind = Kind::independent);
  /// The default stream.
  static Stream the_default() { return Stream(nullptr); }

  cudaStream_t get() const { return handle_.get(); }
  /// Wait until all queued work is done. Returns the first error of a kernel or copy in it.
  cudaError_t wait() const { return cudaStreamSynchronize(get()); }

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  explicit Stream(cudaStream_t stream) : handle_(stream) {}

  std::unique_ptr<CUstream_st, Destroy> handle_;
};

/// A CUDA event: a point in a stream that records the GPU's time when it is reached. Destroyed with the value.
class Event {
 public:
  static base::Result<Event> create();

  /// Record the event after all work queued in the stream so far.
  base::Status record(const Stream& stream) const;
  cudaEvent_t get() const { return handle_.get(); }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  explicit Event(cudaEvent_t event) : handle_(event) {}

  std::unique_ptr<CUevent_st, Destroy> handle_;
};

/// Milliseconds between two completed events (resolution about half a microsecond: CUDA runtime API,
/// cudaEventElapsedTime).
base::Result<double> milliseconds(const Event& start, const Event& end);

}  // namespace warplens::gpu
