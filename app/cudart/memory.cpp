#include <algorithm>
#include <cstring>

#include "base/number_format.h"
#include "cudart/capture.h"

// Allocation.

namespace warplens::cudart {
namespace {

using runtime::Allocation;
using runtime::MemoryKind;
using runtime::Program;
using runtime::Status;

constexpr std::size_t pitch_unit = 512;  ///< bytes, as on cards since compute capability 2.0

Status allocate(Program& program, void** pointer, std::size_t bytes, MemoryKind kind, const runtime::Call& call) {
  if (pointer == nullptr) return Status::invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return Status::success;
  if (const auto wrapped = static_cast<std::int64_t>(bytes); wrapped < 0)
    program.errors.explain(base::grouped(std::uint64_t{bytes}) + " bytes are asked for, which is " + base::grouped(wrapped) +
                           " as a signed number: the size was computed as an int, and wrapped");
  const Allocation* const allocation = program.memory.allocate(kind, bytes, call);
  if (allocation == nullptr) return Status::memory_allocation;
  program.journal.write({{"event", "allocation"}, {"number", allocation->number}, {"call", runtime::json_of(call)}});
  *pointer = allocation->pointer;
  return Status::success;
}

/// `rows` rows of `width` bytes, `pitch` bytes apart. Nobody writes what is between them, and copies may have it: it counts as
/// written.
Status allocate_rows(Program& program, void** pointer, std::size_t width, std::size_t pitch, std::size_t rows,
                     const runtime::Call& call) {
  if (const Status refused = unsafe_call(program); refused != Status::success) return refused;
  const Status status = allocate(program, pointer, pitch * rows, MemoryKind::device, call);
  if (status != Status::success || *pointer == nullptr) return status;
  Allocation* const allocation = program.memory.find(program.memory.address_of(*pointer));
  allocation->pitch = pitch;
  allocation->row_bytes = width;
  const std::size_t known = std::min(rows, launch::max_unwritten_ranges);
  for (std::size_t row = 0; row < known; ++row) allocation->written.add(row * pitch + width, (row + 1) * pitch);
  allocation->written.add(known * pitch, allocation->bytes);
  return status;
}

cudaError_t allocate(const char* function, void** pointer, std::size_t bytes, MemoryKind kind) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const Status status = unsafe_call(program);
    return status == Status::success ? allocate(program, pointer, bytes, kind, call) : status;
  });
}

/// Where a stream captures, allocations and freeing cannot be put into its graph.
std::optional<Status> refused_as_node(Program& program, cudaStream_t stream, const runtime::Call& call) {
  const auto number = stream_of(program, stream);
  if (!number) return Status::invalid_handle;
  const auto captured = capture(program, *number, call, [] { return cannot_be_captured; });
  if (captured) program.errors.explain("Warplens has no graphs that allocate or free memory: allocate it before the capture");
  return captured;
}

cudaError_t allocate_in_stream(const char* function, void** pointer, std::size_t bytes, cudaStream_t stream) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto refused = refused_as_node(program, stream, call);
    return refused ? *refused : allocate(program, pointer, bytes, MemoryKind::device, call);
  });
}

cudaError_t free_memory(const char* function, void* pointer, bool host) {
  return question(function, [&](Program& program, const runtime::Call& call) {
    const Status status = pointer != nullptr ? unsafe_call(program) : Status::success;
    return status == Status::success ? program.free(pointer, host, call) : status;
  });
}

std::size_t pitch_of(std::size_t width) { return (width + pitch_unit - 1) / pitch_unit * pitch_unit; }

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaMalloc(void** pointer, size_t bytes) { return allocate(__func__, pointer, bytes, MemoryKind::device); }

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return allocate(__func__, pointer, bytes, MemoryKind::managed);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return allocate(__func__, pointer, bytes, MemoryKind::pinned); }

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return allocate(__func__, pointer, bytes, MemoryKind::pinned);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return allocate_in_stream(__func__, pointer, bytes, stream);
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t stream) {
  return allocate_in_stream(__func__, pointer, bytes, stream);
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    if (pointer == nullptr || pitch == nullptr) return Status::invalid_value;
    *pitch = pitch_of(width);
    return allocate_rows(program, pointer, width, *pitch, height, call);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    if (pitched == nullptr) return Status::invalid_value;
    *pitched = {nullptr, pitch_of(extent.width), extent.width, extent.height};
    return allocate_rows(program, &pitched->ptr, extent.width, pitched->pitch, extent.height * extent.depth, call);
  });
}

cudaError_t cudaFree(void* pointer) { return free_memory(__func__, pointer, false); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return question(__func__, [&](Program& program, const runtime::Call& call) {
    const auto refused = refused_as_node(program, stream, call);
    return refused ? *refused : program.free(pointer, false, call);
  });
}
cudaError_t cudaFreeHost(void* pointer) { return free_memory(__func__, pointer, true); }

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    if (pointer == nullptr || bytes == 0) return Status::invalid_value;
    if (program.memory.find_registered(pointer) != nullptr) return Status::already_registered;
    return program.memory.add_registered(static_cast<std::byte*>(pointer), bytes, call) != nullptr ? Status::success
                                                                                                   : Status::memory_allocation;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return question(__func__, [&](Program& program, const runtime::Call& call) {
    Allocation* const allocation = program.memory.find_registered(pointer);
    if (allocation == nullptr) return Status::not_registered;
    program.memory.free(*allocation, call);
    return Status::success;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (device == nullptr) return Status::invalid_value;
    const Allocation* const pinned = program.memory.find(program.memory.address_of(host));
    const Allocation* const registered = program.memory.find_registered(host);
    if (pinned == nullptr && registered == nullptr) return Status::invalid_value;
    const auto offset = registered != nullptr ? static_cast<std::byte*>(host) - registered->memory : 0;
    *device = registered != nullptr ? static_cast<std::byte*>(registered->pointer) + offset : host;
    return Status::success;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void*) { return answer(__func__, flags, 0u); }

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (free == nullptr || total == nullptr) return Status::invalid_value;
    *total = program.memory.most();
    *free = program.memory.most() - program.memory.used();
    return Status::success;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    if (attributes == nullptr) return Status::invalid_value;
    const Allocation* allocation = program.memory.find(program.memory.address_of(pointer));
    if (const Allocation* const registered = program.memory.find_registered(pointer)) {
      const auto offset = static_cast<std::uint64_t>(static_cast<const std::byte*>(pointer) - registered->memory);
      *attributes = {
          cudaMemoryTypeHost, 0, static_cast<std::byte*>(registered->pointer) + offset, const_cast<void*>(pointer), {}};
      return Status::success;
    }
    void* const same = const_cast<void*>(pointer);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, same, {}};
    if (allocation == nullptr || allocation->freed) return Status::success;
    attributes->device = 0;
    attributes->devicePointer = same;
    attributes->type = allocation->kind == MemoryKind::managed  ? cudaMemoryTypeManaged
                       : allocation->kind == MemoryKind::pinned ? cudaMemoryTypeHost
                                                                : cudaMemoryTypeDevice;
    if (attributes->type == cudaMemoryTypeDevice) attributes->hostPointer = nullptr;
    return Status::success;
  });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    if (pointer == nullptr) return Status::invalid_value;
    const auto variable = program.kernels.variable(symbol);
    if (!variable) return Status::invalid_symbol;
    *pointer = (*variable)->pointer;
    return Status::success;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    if (bytes == nullptr) return Status::invalid_value;
    const auto variable = program.kernels.variable(symbol);
    if (!variable) return Status::invalid_symbol;
    *bytes = (*variable)->bytes;
    return Status::success;
  });
}
