#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "gpu/buffer.h"
#include "gpu/event.h"
#include "gpu/module.h"
#include "gpu/stream.h"
#include "launch/device.h"
#include "launch/launch.h"

namespace warplens::gpu {

/// How one run of a kernel went.
struct Once {
  cudaError_t error = cudaSuccess;     ///< of the kernel; all that follows is without meaning where it failed
  bool cancelled = false;              ///< the kernel was given up: it may still be running, and the GPU is out of use
  double kernel_ms = 0;                ///< the kernel alone, by GPU events
  double copies_ms = 0;                ///< with its inputs copied in and its outputs copied out, by GPU events
  double host_ms = 0;                  ///< from the launch to its end, by the CPU's clock
  std::vector<launch::Bytes> outputs;  ///< of the Buffer arguments
  std::vector<launch::Bytes> symbols;  ///< of Launch::saved_symbols
};

/// Whether the memory lent for one of the launch's buffers (Launch::in_place) is used: the buffer is there and fits.
bool fills_in_place(const launch::Launch& launch);

/// What a launch needs on the GPU: made before it starts, used for any number of runs, freed in any case after them.
class Work {
 public:
  static base::Result<Work> prepare(const launch::Launch& launch);

  /// Copy inputs in, run the kernel, copy outputs out. Errors: what could not be begun, or a copy that failed. Cancelling gives a
  /// running kernel up (nothing can stop one): its memory is then never freed, as it may still be written.
  base::Result<Once> run(const launch::Launch& launch, const Module& module, cudaKernel_t kernel,
                         const launch::Progress& progress);

  /// Of the Buffer arguments, in their order.
  const std::vector<Buffer>& buffers() const { return buffers_; }
  const Stream& stream() const { return stream_; }

 private:
  Work(Stream stream, Event begin, Event kernel_begin, Event kernel_end, Event end);
  void give_up();

  Stream stream_;
  Event begin_, kernel_begin_, kernel_end_, end_;
  std::vector<Buffer> buffers_;
  std::vector<std::byte> parameters_;  // the kernel's, as it gets them
};

}  // namespace warplens::gpu
