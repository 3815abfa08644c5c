#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/buffer.h"
#include "gpu/module.h"
#include "gpu/own_kernels.h"
#include "gpu/stream.h"
#include "launch/device.h"
#include "launch/launch.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// Outcome, times and outputs of one run of a kernel.
struct RunOutcome {
  cudaError_t error = cudaSuccess;     ///< the kernel's error; if it failed, the other members are meaningless
  bool cancelled = false;              ///< the kernel was abandoned: it may still be running, and the GPU is unusable
  double kernel_ms = 0;                ///< the kernel alone, by GPU events
  double copies_ms = 0;                ///< kernel, copies in and copies out, by GPU events
  double host_ms = 0;                  ///< from the launch to its end, by the CPU's clock
  std::vector<launch::Bytes> outputs;  ///< of the Buffer arguments
  std::vector<launch::Bytes> symbols;  ///< of Launch::saved_symbols
};

/// Whether the launch can use its lent memory (Launch::in_place): the buffer exists and fits.
bool fills_in_place(const launch::Launch& launch);

/// Stream, events and buffers of a launch on the GPU: allocated before its first run, used for every run, freed at the end.
class Work {
 public:
  static base::Result<Work> prepare(const launch::Launch& launch);

  /// Copy inputs in, run the kernel, copy outputs out. Errors: a call that could not be queued, a copy that failed. A running
  /// kernel cannot be stopped: cancellation abandons it, and its memory is never freed, because the kernel may still write to it.
  /// With `delay`, the kernel is queued behind the delay: kernel_ms and copies_ms then exclude the launch latency, and host_ms is
  /// not valid. Without it, the kernel is launched on an idle GPU once the inputs are there.
  base::Result<RunOutcome> run(const launch::Launch& launch, const Module& module, cudaKernel_t kernel,
                               const launch::Progress& progress, const Delay* delay = nullptr);

  /// Buffers of the Buffer arguments, in their order.
  const std::vector<Buffer>& buffers() const { return buffers_; }
  const Stream& stream() const { return stream_; }

 private:
  Work(Stream stream, Event begin, Event copied, Event kernel_begin, Event kernel_end, Event end);
  void give_up();

  Stream stream_;
  Event begin_, copied_, kernel_begin_, kernel_end_, end_;
  std::vector<Buffer> buffers_;
  std::vector<std::byte> parameters_;  // the kernel's parameter block
};

/// Capture the output of the kernel's printf while `work` runs. The driver writes it to the process's standard output at
/// synchronisation; so if the module calls printf, standard output is redirected, and the text appears only in
/// LaunchResult::printed.
std::string printed_during(const ptx::Module& module, const std::function<void()>& work);

}  // namespace warplens::gpu
