#include <algorithm>
#include <utility>

#include "launch/address_space.h"
#include "simt/code/builtins/builtin.h"

// Kernels that launch kernels (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). The launches are noted; the runtime
// carries them out when the kernel has ended. That is an order which the programming model allows: a kernel cannot wait for what
// it launches.

namespace warplens::simt {
namespace {

constexpr std::size_t max_launches = 1u << 20;                         // of one kernel
constexpr std::uint64_t tail_stream = 3;                               // cudaStreamTailLaunch (driver_types.h)
constexpr std::uint64_t invalid_value = 1, invalid_configuration = 9;  // cudaErrorInvalidValue, cudaErrorInvalidConfiguration

base::Dim3 extent_at(std::span<const std::uint64_t> words) {
  return {static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[1]), static_cast<std::uint32_t>(words[2])};
}

}  // namespace

void prepare_launch(BuiltinCall& call) {
  const std::uint64_t offset = call.arguments[0] - launch::function_window;
  const std::uint64_t entry = offset / launch::function_stride - 1;
  const auto& functions = call.module.functions;
  call.result = 0;
  if (offset % launch::function_stride != 0 || entry >= functions.size() || !functions[entry].entry) return;
  if (call.state.launched.size() + call.state.prepared.size() >= max_launches) return;
  const std::uint32_t bytes = functions[entry].parameter_bytes;
  BuiltinCall allocation{call.state, call.heap, call.module, call.memory, {}};
  const std::uint64_t wanted = std::max(bytes, 1u);
  allocation.arguments = std::span(&wanted, 1);
  allocate(allocation);
  if (allocation.result == 0) return;
  call.result = allocation.result;
  PreparedLaunch prepared{call.result, {}};
  prepared.launch.entry = static_cast<std::uint32_t>(entry);
  prepared.launch.grid = extent_at(call.arguments.subspan(1, 3));
  prepared.launch.block = extent_at(call.arguments.subspan(4, 3));
  prepared.launch.dynamic_shared = static_cast<std::uint32_t>(call.arguments[7]);
  prepared.launch.parameters.resize(bytes);
  call.state.prepared.push_back(std::move(prepared));
}

void launch_kernel(BuiltinCall& call) {
  std::vector<PreparedLaunch>& prepared = call.state.prepared;
  const auto found = std::ranges::find(prepared, call.arguments[0], &PreparedLaunch::buffer);
  call.result = invalid_value;
  if (found == prepared.end()) return;
  launch::DeviceLaunch launch = std::move(found->launch);
  const std::uint64_t buffer = found->buffer;
  prepared.erase(found);
  const std::span<const std::byte> bytes = call.memory.at(buffer);
  std::ranges::copy(bytes.first(std::min(bytes.size(), launch.parameters.size())), launch.parameters.begin());
  launch.tail = call.arguments[1] == tail_stream;
  BuiltinCall freeing{call.state, call.heap, call.module, call.memory, std::span(&buffer, 1)};
  release(freeing);
  // The runtime tells of it, too.
  call.result = launch::check_geometry(launch.grid, launch.block).empty() ? 0 : invalid_configuration;
  call.state.launched.push_back(std::move(launch));
}

}  // namespace warplens::simt
