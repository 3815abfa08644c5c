#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>

#include "base/result.h"
#include "gpu/stream.h"

namespace warplens::gpu {

/// Bytes in the memory of the current GPU, aligned to 256. Freed with the value, unless borrowed. An empty buffer has the null
/// address.
class Buffer {
 public:
  static base::Result<Buffer> allocate(std::size_t size);
  /// Borrow `size` bytes; their owner must keep them for the lifetime of this value.
  static Buffer borrow(void* memory, std::size_t size);

  /// Queue a copy of `content` (size() bytes) to the GPU; `content` must live until the stream is synchronised.
  base::Status copy_in(std::span<const std::byte> content, const Stream& stream) const;
  /// Queue a copy of all bytes from the GPU into `content` (size() bytes); `content` must live until the stream is synchronised.
  base::Status copy_out(std::span<std::byte> content, const Stream& stream) const;

  void* address() const { return memory_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    bool own = true;
    void operator()(void* memory) const {
      if (own) cudaFree(memory);
    }
  };
  Buffer(void* memory, std::size_t size, bool own = true) : memory_(memory, Free{own}), size_(size) {}

  std::unique_ptr<void, Free> memory_;
  std::size_t size_ = 0;
};

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
