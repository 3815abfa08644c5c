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

}  // namespace warplens::gpu
