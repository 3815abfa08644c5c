#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "base/result.h"

namespace warplens::gpu {

/// A queue of work on the current GPU, in order, apart from the default stream. Destroyed with the value.
class Stream {
 public:
  static base::Result<Stream> create();

  cudaStream_t get() const { return handle_.get(); }
  /// Wait until everything queued is done; the first error of a kernel or copy in it.
  cudaError_t wait() const { return cudaStreamSynchronize(get()); }

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  explicit Stream(cudaStream_t stream) : handle_(stream) {}

  std::unique_ptr<CUstream_st, Destroy> handle_;
};

}  // namespace warplens::gpu
