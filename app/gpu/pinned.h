#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>

#include "base/result.h"

namespace warplens::gpu {

/// Page-locked host memory: asynchronous copies need it to overlap with the CPU's work. Freed with the
/// value.
class Pinned {
 public:
  static base::Result<Pinned> allocate(std::size_t size);

  std::span<std::byte> bytes() const { return {memory_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { cudaFreeHost(memory); }
  };
  Pinned(std::byte* memory, std::size_t size) : memory_(memory), size_(size) {}

  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace warplens::gpu
