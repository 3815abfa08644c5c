#include <algorithm>

#include "base/number_format.h"
#include "simt/code/builtins/builtin.h"

// malloc and free: every allocation has its own slot of the address space, so that accesses out of bounds and after free() are
// detected.

namespace warplens::simt {
namespace {

constexpr std::uint64_t smallest_block = 16;  // bytes: malloc's alignment

std::uint64_t block_bytes(std::uint64_t bytes) {
  return std::max(smallest_block, (bytes + smallest_block - 1) / smallest_block * smallest_block);
}

}  // namespace

void allocate(BuiltinCall& call) {
  const std::uint64_t bytes = call.arguments[0];
  call.result = 0;
  const std::uint64_t limit = call.state.heap_limit;
  if (bytes > limit || block_bytes(bytes) > limit - std::min(limit, call.state.heap_bytes)) return;
  call.result = call.heap.allocate(bytes);
  if (call.result != 0) call.state.heap_bytes += block_bytes(bytes);
}

void release(BuiltinCall& call) {
  const std::uint64_t address = call.arguments[0];
  if (address == 0) return;
  const auto fault = [&](std::string message) { call.fault = BuiltinFault{launch::FaultKind::invalid_free, std::move(message)}; };
  const Allocation* block = call.heap.find(address);
  if (block == nullptr || block->heap == HeapState::none)
    return fault("frees address " + base::hexadecimal(address) + ", which did not come from malloc");
  if (block->heap == HeapState::freed) return fault("frees memory from malloc that has been freed before");
  if (address != block->window.base)
    return fault("frees an address " + std::to_string(address - block->window.base) +
                 " bytes behind the start of its memory from malloc");
  // A block of an earlier launch is not among those in use.
  call.state.heap_bytes -= std::min(call.state.heap_bytes, block_bytes(block->window.size));
  call.heap.release(address);
}

}  // namespace warplens::simt
