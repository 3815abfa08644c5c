#include "launch/memory_bytes.h"

#include <algorithm>
#include <variant>

#include "base/number_format.h"

namespace warplens::launch {

std::uint64_t memory_bytes(const Launch& launch) {
  std::uint64_t sum = launch.heap_bytes;
  for (const Buffer* const buffer : buffers_of(launch)) sum += buffer->size * bytes(buffer->type);
  for (const ptx::Variable& variable : launch.module->variables) sum += variable.size;
  return sum;
}

std::uint64_t max_launch_bytes_here() {
  constexpr std::uint64_t in_page = std::uint64_t{3} << 29, elsewhere = std::uint64_t{8} << 30;
  if constexpr (sizeof(void*) == 4) return in_page;
  return std::min(elsewhere, 2 * max_buffer_here());
}

base::Status check_inputs(const std::vector<Argument>& arguments) {
  const std::uint64_t max_bytes = 2 * max_buffer_here();
  std::uint64_t sum = 0;
  for (const Argument& argument : arguments) {
    if (const auto* const buffer = std::get_if<Buffer>(&argument)) sum += buffer->size * bytes(buffer->type);
  }
  if (sum <= max_bytes) return base::Nothing{};
  return base::error("the launch's buffers take " + base::grouped(sum >> 20) + " MiB together; on this computer they may take " +
                     base::grouped(max_bytes >> 20) + " MiB");
}

}  // namespace warplens::launch
