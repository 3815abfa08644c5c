#include <algorithm>
#include <cstring>

#include "cudart/process.h"
#include "cudart/types.h"

// Allocation.

namespace warplens::cudart {
namespace {

using runtime::Allocation;
using runtime::MemoryKind;
using runtime::Program;
using runtime::Status;

constexpr std::size_t pitch_unit = 512;  ///< bytes, as on cards since compute capability 2.0
constexpr int unregistered = 0, host_memory = 1, device_memory = 2, managed_memory = 3;

Status allocate(Program& program, void** pointer, std::size_t bytes, MemoryKind kind, const runtime::Call& call) {
  if (pointer == nullptr) return Status::invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return Status::success;
  const Allocation* const allocation = program.memory.allocate(kind, bytes, call);
  if (allocation == nullptr) return Status::memory_allocation;
  program.journal.write({{"event", "allocation"}, {"number", allocation->number}, {"call", runtime::json_of(call)}});
  *pointer = reinterpret_cast<void*>(allocation->address);
  return Status::success;
}

/// `rows` rows of `width` bytes, `pitch` bytes apart. Nobody writes what is between them, and copies may have it: it counts as
/// written.
Status allocate_rows(Program& program, void** pointer, std::size_t width, std::size_t pitch, std::size_t rows,
                     const runtime::Call& call) {
  const Status status = allocate(program, pointer, pitch * rows, MemoryKind::device, call);
  if (status != Status::success || *pointer == nullptr) return status;
  Allocation* const allocation = program.memory.find(reinterpret_cast<std::uint64_t>(*pointer));
  const std::size_t known = std::min(rows, launch::max_unwritten_ranges);
  for (std::size_t row = 0; row < known; ++row) allocation->written.add(row * pitch + width, (row + 1) * pitch);
  allocation->written.add(known * pitch, allocation->bytes);
  return status;
}

int allocate(const char* function, void** pointer, std::size_t bytes, MemoryKind kind) {
  return work(function,
              [&](Program& program, const runtime::Call& call) { return allocate(program, pointer, bytes, kind, call); });
}

int free_memory(const char* function, void* pointer, bool host) {
  return question(function, [&](Program& program, const runtime::Call& call) { return program.free(pointer, host, call); });
}

std::size_t pitch_of(std::size_t width) { return (width + pitch_unit - 1) / pitch_unit * pitch_unit; }

}  // namespace

WARPLENS_EXPORT int cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate("cudaMalloc", pointer, bytes, MemoryKind::device);
}

WARPLENS_EXPORT int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return allocate("cudaMallocManaged", pointer, bytes, MemoryKind::managed);
}

WARPLENS_EXPORT int cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate("cudaMallocHost", pointer, bytes, MemoryKind::pinned);
}

WARPLENS_EXPORT int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return allocate("cudaHostAlloc", pointer, bytes, MemoryKind::pinned);
}

WARPLENS_EXPORT int cudaMallocAsync(void** pointer, std::size_t bytes, void*) {
  return allocate("cudaMallocAsync", pointer, bytes, MemoryKind::device);
}

WARPLENS_EXPORT int cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, void*, void*) {
  return allocate("cudaMallocFromPoolAsync", pointer, bytes, MemoryKind::device);
}

WARPLENS_EXPORT int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return work("cudaMallocPitch", [&](Program& program, const runtime::Call& call) {
    if (pointer == nullptr || pitch == nullptr) return Status::invalid_value;
    *pitch = pitch_of(width);
    return allocate_rows(program, pointer, width, *pitch, height, call);
  });
}

WARPLENS_EXPORT int cudaMalloc3D(PitchedPointer* pitched, Extent extent) {
  return work("cudaMalloc3D", [&](Program& program, const runtime::Call& call) {
    if (pitched == nullptr) return Status::invalid_value;
    *pitched = {nullptr, pitch_of(extent.width), extent.width, extent.height};
    return allocate_rows(program, &pitched->pointer, extent.width, pitched->pitch, extent.height * extent.depth, call);
  });
}

WARPLENS_EXPORT int cudaFree(void* pointer) { return free_memory("cudaFree", pointer, false); }
WARPLENS_EXPORT int cudaFreeAsync(void* pointer, void*) { return free_memory("cudaFreeAsync", pointer, false); }
WARPLENS_EXPORT int cudaFreeHost(void* pointer) { return free_memory("cudaFreeHost", pointer, true); }

WARPLENS_EXPORT int cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return work("cudaHostRegister", [&](Program& program, const runtime::Call& call) {
    if (pointer == nullptr || bytes == 0) return Status::invalid_value;
    if (program.memory.find_registered(pointer) != nullptr) return Status::already_registered;
    return program.memory.add_registered(static_cast<std::byte*>(pointer), bytes, call) != nullptr ? Status::success
                                                                                                   : Status::memory_allocation;
  });
}

WARPLENS_EXPORT int cudaHostUnregister(void* pointer) {
  return question("cudaHostUnregister", [&](Program& program, const runtime::Call& call) {
    Allocation* const allocation = program.memory.find_registered(pointer);
    if (allocation == nullptr) return Status::not_registered;
    program.memory.free(*allocation, call);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return question("cudaHostGetDevicePointer", [&](Program& program, const runtime::Call&) {
    if (device == nullptr) return Status::invalid_value;
    const Allocation* const pinned = program.memory.find(reinterpret_cast<std::uint64_t>(host));
    const Allocation* const registered = program.memory.find_registered(host);
    if (pinned == nullptr && registered == nullptr) return Status::invalid_value;
    const auto offset = registered != nullptr ? static_cast<std::byte*>(host) - registered->memory : 0;
    *device = registered != nullptr ? reinterpret_cast<void*>(registered->address + static_cast<std::uint64_t>(offset)) : host;
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaHostGetFlags(unsigned* flags, void*) { return answer("cudaHostGetFlags", flags, 0u); }

WARPLENS_EXPORT int cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return question("cudaMemGetInfo", [&](Program& program, const runtime::Call&) {
    if (free == nullptr || total == nullptr) return Status::invalid_value;
    *total = program.memory.most();
    *free = program.memory.most() - program.memory.used();
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  return question("cudaPointerGetAttributes", [&](Program& program, const runtime::Call&) {
    if (attributes == nullptr) return Status::invalid_value;
    const Allocation* allocation = program.memory.find(reinterpret_cast<std::uint64_t>(pointer));
    if (const Allocation* const registered = program.memory.find_registered(pointer)) {
      const auto offset = static_cast<std::uint64_t>(static_cast<const std::byte*>(pointer) - registered->memory);
      *attributes = {host_memory, 0, reinterpret_cast<void*>(registered->address + offset), const_cast<void*>(pointer), {}};
      return Status::success;
    }
    void* const same = const_cast<void*>(pointer);
    *attributes = {unregistered, -2, nullptr, same, {}};
    if (allocation == nullptr || allocation->freed) return Status::success;
    attributes->device = 0;
    attributes->device_pointer = same;
    attributes->type = allocation->kind == MemoryKind::managed  ? managed_memory
                       : allocation->kind == MemoryKind::pinned ? host_memory
                                                                : device_memory;
    if (attributes->type == device_memory) attributes->host_pointer = nullptr;
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return work("cudaGetSymbolAddress", [&](Program& program, const runtime::Call&) {
    if (pointer == nullptr) return Status::invalid_value;
    const auto variable = program.kernels.variable(symbol);
    if (!variable) return Status::invalid_symbol;
    *pointer = reinterpret_cast<void*>((*variable)->address);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return work("cudaGetSymbolSize", [&](Program& program, const runtime::Call&) {
    if (bytes == nullptr) return Status::invalid_value;
    const auto variable = program.kernels.variable(symbol);
    if (!variable) return Status::invalid_symbol;
    *bytes = (*variable)->bytes;
    return Status::success;
  });
}

}  // namespace warplens::cudart
