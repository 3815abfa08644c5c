#include "simt/code/builtins/builtin.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/number_format.h"

namespace warplens::simt {
namespace {

constexpr std::array builtins{
    Builtin{"vprintf", 2, true, &print_formatted},
    Builtin{"__assertfail", 5, false, &fail_assertion},
    Builtin{"malloc", 1, true, &allocate},
    Builtin{"__cuda_syscall_aligned_malloc", 2, true, &allocate},  // every allocation is aligned to its slot
    Builtin{"free", 1, false, &release},
    Builtin{"__warplens_launch_buffer", 8, true, &prepare_launch},
    Builtin{"__warplens_launch", 2, true, &launch_kernel},
    Builtin{"__warplens_vprintf32", 2, true, &print_formatted_narrow},
    Builtin{"__warplens_widen", 1, true, &widen},
    Builtin{"__warplens_narrow", 1, true, &narrow},
};

// malloc and free: every allocation has its own slot of the address space, so that accesses out of bounds and after free() are
// detected.

constexpr std::uint64_t smallest_block = 16;  // bytes: malloc's alignment

std::uint64_t block_bytes(std::uint64_t bytes) {
  return std::max(smallest_block, (bytes + smallest_block - 1) / smallest_block * smallest_block);
}

}  // namespace

std::uint64_t heap_bytes_before(const launch::Launch& launch) {
  if (!launch.placement) return 0;
  std::uint64_t sum = 0;
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(launch);
  for (std::size_t k = 0; k < buffers.size(); ++k) {
    const launch::Placement::Block& block = launch.placement->blocks[k];
    if (block.from_malloc && !block.freed) sum += block_bytes(buffers[k]->size * launch::bytes(buffers[k]->type));
  }
  return sum;
}

const Builtin* builtin_named(std::string_view name) {
  const auto found = std::find_if(builtins.begin(), builtins.end(), [&](const Builtin& row) { return row.name == name; });
  return found != builtins.end() ? &*found : nullptr;
}

std::optional<std::string> text_at(const ThreadMemory& memory, std::uint64_t address, std::size_t most) {
  const std::span<const std::byte> bytes = memory.at(address);
  if (bytes.empty()) return std::nullopt;
  const auto* first = reinterpret_cast<const char*>(bytes.data());
  const std::size_t size = std::min(bytes.size(), most);
  const void* zero = std::memchr(first, 0, size);
  return std::string(first, zero != nullptr ? static_cast<std::size_t>(static_cast<const char*>(zero) - first) : size);
}

void fail_assertion(BuiltinCall& call) {
  const auto text = [&](std::size_t argument) { return text_at(call.memory, call.arguments[argument], 4096).value_or("?"); };
  call.fault = BuiltinFault{launch::FaultKind::assertion, "assertion `" + text(0) + "` failed: " + text(1) + ":" +
                                                              std::to_string(call.arguments[2] & 0xffffffffu) + ", " + text(3)};
}

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
  call.state.heap_bytes -= std::min(call.state.heap_bytes, block_bytes(block->window.size));
  call.heap.release(address);
}

void widen(BuiltinCall& call) { call.result = call.heap.pointers().widened(static_cast<std::uint32_t>(call.arguments[0])); }

void narrow(BuiltinCall& call) { call.result = call.heap.pointers().narrowed(call.arguments[0]); }

}  // namespace warplens::simt
