#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>

#include "base/result.h"

namespace warplens::gpu {

/// Bytes in the CPU's memory that cannot be paged out: only from and to such memory does a copy go on beside the CPU. Freed with
/// the value.
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
