#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "simt/decode/frames.h"
#include "simt/execute/cells.h"
#include "simt/machine/machine.h"

// The threads' own memory and its stack.

namespace warplens::simt {
/// Take `bytes` of the stack for each lane: where they begin. Nothing after a fault, a stack overflow. `saved`: what the calls
/// around it have saved, which counts as if it lay on the stack.
std::optional<LaneOffsets> Machine::take_stack(Running& running, std::uint32_t active, std::uint64_t bytes,
                                               std::uint64_t alignment, std::uint64_t saved, const CallFrame* call) {
  ResidentWarp& warp = running.warp;
  LaneOffsets base{};
  std::uint64_t end = 0;
  each_lane(active, [&](std::size_t lane) {
    const auto top = read_cell(warp.frame, program_.stack_pointer, 8, lane);
    base[lane] = top > local_limit ? local_limit : (top + alignment - 1) / alignment * alignment;
    end = std::max(end, base[lane]);
  });
  const bool fits = saved <= local_limit && bytes <= local_limit && end + bytes + saved <= local_limit;
  if (!fits || !grow_local(warp, end + bytes)) {
    raise_overflow(running, call, fits);
    return std::nullopt;
  }
  each_lane(active, [&](std::size_t lane) { write_cell(warp.frame, program_.stack_pointer, 8, lane, base[lane] + bytes); });
  return base;
}

void Machine::raise_overflow(const Running& running, const CallFrame* call, bool in_own_memory) {
  const int lane = std::countr_zero(running.group.active);
  std::string text = "stack overflow: " + thread_text(running.warp, lane);
  if (call != nullptr) {
    const std::uint32_t function = program_.functions[call->function].function;
    text +=
        " calls '" + launch_.module->functions[function].demangled + "' " + base::counted(call->depth + 1ull, "call") + " deep";
  } else {
    text += " allocates memory";
  }
  text += in_own_memory ? "; the threads that run at once have 1 GiB of local memory together"
                        : "; a thread has " + std::to_string(local_limit >> 10) + " KiB of local memory";
  raise(launch::FaultKind::stack_overflow, running.warp, running.group.pc, lane, text + ", at " + place_text(running.group.pc));
}

/// See to it that each lane of the warp has `bytes` of own memory; false where all warps together would have too much.
bool Machine::grow_local(ResidentWarp& warp, std::uint64_t bytes) {
  Frame& frame = warp.frame;
  if (bytes <= frame.local_stride) return true;
  const std::uint64_t stride = std::min(std::max(bytes, 2 * frame.local_stride), std::max(bytes, local_limit)) / 16 * 16 + 16;
  resident_local_ += (stride - frame.local_stride) * warp_size;
  if (resident_local_ > resident_local_limit) return false;
  std::vector<std::byte> grown(stride * warp_size, uninitialised);
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    std::copy_n(frame.local + lane * frame.local_stride, frame.local_stride, grown.data() + lane * stride);
  }
  warp.local = std::move(grown);
  frame.local = warp.local.data();
  frame.local_stride = stride;
  return true;
}

/// The own memory of all threads that are resident at once when there are enough blocks, bytes; without what grows.
std::uint64_t Machine::local_bytes_at_once() const {
  const std::uint64_t warps = std::uint64_t{spec_.multiprocessors} * (spec_.per_multiprocessor.threads / warp_size);
  return std::min(warps, blocks_ * warps_per_block_) * warp_size * program_.variables.local_bytes;
}

/// Each lane's own memory as it is when a warp starts.
void Machine::start_local(ResidentWarp& warp) {
  resident_local_ += (program_.variables.local_bytes - warp.frame.local_stride) * warp_size;
  warp.local.assign(program_.variables.local_bytes * warp_size, uninitialised);
  warp.frame.local = warp.local.data();
  warp.frame.local_stride = program_.variables.local_bytes;
  warp.calls.clear();
  if (program_.stack_pointer == no_row) return;
  for (std::size_t lane = 0; lane < warp_size; ++lane)
    write_cell(warp.frame, program_.stack_pointer, 8, lane, program_.variables.local_bytes);
}

/// alloca
Machine::Next Machine::allocate_stack(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const std::uint64_t saved = running.group.frame == no_frame ? 0 : warp.calls[running.group.frame].saved_bytes;
  Next next = Next::on;
  each_lane(active, [&](std::size_t lane) {
    if (next == Next::stop) return;
    const std::uint64_t bytes = read_cell(warp.frame, instruction.operands[1], 8, lane);
    const auto base = take_stack(running, 1u << lane, bytes, instruction.immediate, saved, nullptr);
    if (base)
      write_cell(warp.frame, instruction.operands[0], 8, lane, (*base)[lane]);
    else
      next = Next::stop;
  });
  ++running.group.pc;
  return next;
}

}  // namespace warplens::simt
