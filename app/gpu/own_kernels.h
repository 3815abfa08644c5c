#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <utility>

#include "base/result.h"
#include "gpu/module.h"
#include "gpu/stream.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// A one-thread kernel that keeps the GPU busy for about 20 µs, so that the CPU can queue an event and the kernel to be timed
/// meanwhile. On an idle GPU the event would be recorded at once, and the measured time would include the launch latency.
class Delay {
 public:
  /// Load the kernel on the current GPU, with the target of `like`. Errors: a driver that cannot load it.
  static base::Result<Delay> load(const ptx::Module& like);

  /// Launch the kernel. Errors: the launch was refused.
  base::Status queue(const Stream& stream) const;

 private:
  Delay(Module module, cudaKernel_t kernel) : module_(std::move(module)), kernel_(kernel) {}

  Module module_;
  cudaKernel_t kernel_;
};

/// Make the PTX of a module that consists of `entry`, with the version and target of `like`.
std::string small_module(const ptx::Module& like, const std::string& entry);

/// Measure the launch overhead in a short kernel's time: milliseconds, by GPU events, for an empty kernel on the current GPU.
/// Median of `runs` runs after one warm-up run. The kernel has the same target as `like`.
base::Result<double> launch_overhead(const ptx::Module& like, const Delay& delay, std::uint32_t runs);

}  // namespace warplens::gpu
