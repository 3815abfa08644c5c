#include "observe/observed_call.h"

// Memory: what the program allocates, frees, copies and sets, noted for a recording.

namespace warplens::observe {
namespace {

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

void note_allocated(report::Json& event, Observer& observer, const char* kind, const void* memory, size_t bytes) {
  event["address"] = number(memory);
  event["kind"] = kind;
  event["bytes"] = bytes;
  if (memory != nullptr) observer.keeper.allocated(number(memory), bytes);
}

// What a call does, for noted().

/// `kind`: as runtime::memory_kind_names. `memory`: where the call stores the address.
auto allocation(const char* kind, void** memory, size_t bytes) {
  return [=](report::Json& event, Observer& observer) { note_allocated(event, observer, kind, *memory, bytes); };
}

auto release(void* memory) {
  return [=](report::Json& event, Observer& observer) {
    event["address"] = number(memory);
    observer.keeper.freed(number(memory));
  };
}

auto copy(void* to, const void* from, size_t bytes, cudaMemcpyKind direction, cudaStream_t stream = nullptr) {
  return [=](report::Json& event, Observer& observer) {
    event["to"] = number(to);
    event["from"] = number(from);
    event["bytes"] = bytes;
    event["direction"] = direction;
    event["stream"] = observer.number_of(stream);
  };
}

auto fill(void* to, size_t bytes, cudaStream_t stream = nullptr) {
  return [=](report::Json& event, Observer& observer) {
    event["to"] = number(to);
    event["bytes"] = bytes;
    event["stream"] = observer.number_of(stream);
  };
}

}  // namespace
}  // namespace warplens::observe

using namespace warplens;
using namespace warplens::observe;

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return noted<cudaMalloc>(allocation("device", memory, bytes), memory, bytes);
}
cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned flags) {
  return noted<cudaMallocManaged>(allocation("managed", memory, bytes), memory, bytes, flags);
}
cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  return noted<cudaMallocHost>(allocation("pinned", memory, bytes), memory, bytes);
}
cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return noted<cudaHostAlloc>(allocation("pinned", memory, bytes), memory, bytes, flags);
}
cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned flags) {
  return noted<cudaHostRegister>(allocation("registered", &memory, bytes), memory, bytes, flags);
}
cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream) {
  return noted<cudaMallocAsync>(allocation("device", memory, bytes), memory, bytes, stream);
}
cudaError_t cudaMallocAsync_ptsz(void** memory, size_t bytes, cudaStream_t stream) {
  return noted<cudaMallocAsync_ptsz>(allocation("device", memory, bytes), memory, bytes, stream);
}
cudaError_t cudaMallocFromPoolAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return noted<cudaMallocFromPoolAsync>(allocation("device", memory, bytes), memory, bytes, pool, stream);
}
/// Rows with gaps between them.
cudaError_t cudaMallocPitch(void** memory, size_t* pitch, size_t width, size_t height) {
  return noted<cudaMallocPitch>(
      [=](report::Json& event, Observer& observer) { note_allocated(event, observer, "device", *memory, *pitch * height); },
      memory, pitch, width, height);
}

cudaError_t cudaFree(void* memory) { return noted<cudaFree>(release(memory), memory); }
cudaError_t cudaFreeHost(void* memory) { return noted<cudaFreeHost>(release(memory), memory); }
cudaError_t cudaHostUnregister(void* memory) { return noted<cudaHostUnregister>(release(memory), memory); }
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) { return noted<cudaFreeAsync>(release(memory), memory, stream); }
cudaError_t cudaFreeAsync_ptsz(void* memory, cudaStream_t stream) {
  return noted<cudaFreeAsync_ptsz>(release(memory), memory, stream);
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return noted<cudaMemcpy>(copy(to, from, bytes, kind), to, from, bytes, kind);
}
cudaError_t cudaMemcpy_ptds(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return noted<cudaMemcpy_ptds>(copy(to, from, bytes, kind), to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return noted<cudaMemcpyAsync>(copy(to, from, bytes, kind, stream), to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpyAsync_ptsz(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return noted<cudaMemcpyAsync_ptsz>(copy(to, from, bytes, kind, stream), to, from, bytes, kind, stream);
}
cudaError_t cudaMemset(void* to, int value, size_t bytes) { return noted<cudaMemset>(fill(to, bytes), to, value, bytes); }
cudaError_t cudaMemset_ptds(void* to, int value, size_t bytes) {
  return noted<cudaMemset_ptds>(fill(to, bytes), to, value, bytes);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return noted<cudaMemsetAsync>(fill(to, bytes, stream), to, value, bytes, stream);
}
cudaError_t cudaMemsetAsync_ptsz(void* to, int value, size_t bytes, cudaStream_t stream) {
  return noted<cudaMemsetAsync_ptsz>(fill(to, bytes, stream), to, value, bytes, stream);
}
