#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "base/result.h"
#include "gpu/module.h"
#include "gpu/stream.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// A kernel of one thread that keeps the GPU busy for some microseconds. What is queued behind it starts without a gap, however
/// long the CPU takes to queue it: an event recorded on an idle GPU has its time before the launch that follows has even begun.
class Delay {
 public:
  /// For the current GPU, with the target of `like`. Errors: a driver that cannot load it.
  static base::Result<Delay> load(const ptx::Module& like);

  base::Status queue(const Stream& stream) const;

 private:
  Delay(Module module, cudaKernel_t kernel) : module_(std::move(module)), kernel_(kernel) {}

  Module module_;
  cudaKernel_t kernel_;
};

/// PTX with one entry for the target of `like`, which uses no other features.
std::string small_module(const ptx::Module& like, const std::string& entry);

}  // namespace warplens::gpu
