#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "base/result.h"
#include "gpu/stream.h"

namespace warplens::gpu {

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
