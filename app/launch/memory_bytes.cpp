#include "launch/memory_bytes.h"

namespace warplens::launch {

std::uint64_t memory_bytes(const Launch& launch) {
  std::uint64_t sum = launch.heap_bytes;
  for (const Buffer* const buffer : buffers_of(launch)) sum += buffer->size * bytes(buffer->type);
  for (const ptx::Variable& variable : launch.module->variables) sum += variable.size;
  return sum;
}

}  // namespace warplens::launch
