#include "gpu/pinned.h"

#include <cstdint>

#include "base/number_format.h"
#include "gpu/errors.h"

namespace warplens::gpu {

base::Result<Pinned> Pinned::allocate(std::size_t size) {
  void* memory = nullptr;
  if (size == 0) return Pinned(nullptr, size);
  if (const cudaError_t error = cudaHostAlloc(&memory, size, cudaHostAllocDefault); error != cudaSuccess)
    return failed("cannot allocate " + base::counted(std::uint64_t{size}, "byte") + " of memory that stays in place", error);
  return Pinned(static_cast<std::byte*>(memory), size);
}

}  // namespace warplens::gpu
