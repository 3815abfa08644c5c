#include "gpu/buffer.h"

#include <cassert>
#include <cstdint>

#include "base/number_format.h"
#include "gpu/errors.h"

namespace warplens::gpu {

base::Result<Buffer> Buffer::allocate(std::size_t size) {
  void* memory = nullptr;
  if (size == 0) return Buffer(memory, size);
  if (const cudaError_t error = cudaMalloc(&memory, size); error != cudaSuccess) {
    return failed("cannot allocate " + base::counted(std::uint64_t{size}, "byte") + " on the GPU", error);
  }
  return Buffer(memory, size);
}

Buffer Buffer::borrow(void* memory, std::size_t size) { return {memory, size, false}; }

base::Status Buffer::copy_in(std::span<const std::byte> content, const Stream& stream) const {
  assert(content.size() == size_);
  if (size_ == 0) return base::Nothing{};
  const cudaError_t error = cudaMemcpyAsync(address(), content.data(), size_, cudaMemcpyHostToDevice, stream.get());
  if (error != cudaSuccess) return failed("cannot copy an input to the GPU", error);
  return base::Nothing{};
}

base::Status Buffer::copy_out(std::span<std::byte> content, const Stream& stream) const {
  assert(content.size() == size_);
  if (size_ == 0) return base::Nothing{};
  const cudaError_t error = cudaMemcpyAsync(content.data(), address(), size_, cudaMemcpyDeviceToHost, stream.get());
  if (error != cudaSuccess) return failed("cannot copy an output from the GPU", error);
  return base::Nothing{};
}

base::Result<Pinned> Pinned::allocate(std::size_t size) {
  void* memory = nullptr;
  if (size == 0) return Pinned(nullptr, size);
  if (const cudaError_t error = cudaHostAlloc(&memory, size, cudaHostAllocDefault); error != cudaSuccess)
    return failed("cannot allocate " + base::counted(std::uint64_t{size}, "byte") + " of memory that stays in place", error);
  return Pinned(static_cast<std::byte*>(memory), size);
}

}  // namespace warplens::gpu
