#include "simt/machine/calls/stack.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/number_format.h"
#include "simt/code/decode/frames.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

/// "1 GiB", and in MiB what is no whole number of them.
std::string memory_text(std::uint64_t bytes) {
  constexpr std::uint64_t gibi = std::uint64_t{1} << 30;
  return bytes % gibi == 0 ? std::to_string(bytes / gibi) + " GiB" : base::grouped(bytes >> 20) + " MiB";
}

/// A limit of all threads that run at once, for messages.
std::string limit_together(std::uint64_t bytes, const char* what) {
  return "the threads that run at once have " + memory_text(bytes) + " of " + what + " together";
}

}  // namespace

std::optional<LaneOffsets> Stack::take(Running& running, std::uint32_t active, std::uint64_t bytes, std::uint64_t alignment,
                                       std::uint64_t saved, const CallFrame* call) {
  ResidentWarp& warp = running.warp;
  LaneOffsets base{};
  std::uint64_t end = 0;
  each_lane(active, [&](std::size_t lane) {
    const auto top = read_cell(warp.frame, context_.program.stack_pointer, 8, lane);
    base[lane] = top > local_limit ? local_limit : (top + alignment - 1) / alignment * alignment;
    end = std::max(end, base[lane]);
  });
  const bool fits = saved <= local_limit && bytes <= local_limit && end + bytes + saved <= local_limit;
  if (!fits || !grow(warp, end + bytes)) {
    raise_overflow(running, call,
                   fits ? limit_together(context_.limits.local, "local memory")
                        : "a thread has " + std::to_string(local_limit >> 10) + " KiB of local memory");
    return std::nullopt;
  }
  each_lane(active,
            [&](std::size_t lane) { write_cell(warp.frame, context_.program.stack_pointer, 8, lane, base[lane] + bytes); });
  return base;
}

void Stack::raise_overflow(const Running& running, const CallFrame* call, const std::string& limit) {
  const int lane = std::countr_zero(running.group.active);
  std::string text = "stack overflow: " + faults_.thread_text(running.warp, lane);
  if (call != nullptr) {
    const std::uint32_t function = context_.program.functions[call->function].function;
    text += " calls '" + context_.launch.module->functions[function].demangled + "' " +
            base::counted(call->depth + 1ull, "call") + " deep";
  } else {
    text += " allocates memory";
  }
  faults_.raise(launch::FaultKind::stack_overflow, running.warp, running.group.pc, lane,
                text + "; " + limit + ", at " + faults_.place_text(running.group.pc));
}

/// Ensure that each lane of the warp has `bytes` of local memory. False if all resident warps together would exceed
/// GrowthLimits::local.
bool Stack::grow(ResidentWarp& warp, std::uint64_t bytes) {
  Frame& frame = warp.frame;
  if (bytes <= frame.local_stride) return true;
  const std::uint64_t stride = std::min(std::max(bytes, 2 * frame.local_stride), std::max(bytes, local_limit)) / 16 * 16 + 16;
  state_.local += (stride - frame.local_stride) * warp_size;
  if (state_.local > context_.limits.local) return false;
  std::vector<std::byte> grown(stride * warp_size, uninitialised);
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    std::copy_n(frame.local + lane * frame.local_stride, frame.local_stride, grown.data() + lane * stride);
  }
  warp.local = std::move(grown);
  frame.local = warp.local.data();
  frame.local_stride = stride;
  return true;
}

std::optional<std::uint32_t> Stack::push(Running& running, CallFrame call) {
  const std::uint64_t bytes = CallStack::bytes_of(call);
  if (state_.calls + bytes > context_.limits.calls) {
    raise_overflow(running, &call, limit_together(context_.limits.calls, "memory for the registers that calls save"));
    return std::nullopt;
  }
  state_.calls += bytes;
  return running.warp.calls.push(std::move(call));
}

void Stack::start(ResidentWarp& warp) {
  state_.local += (context_.program.variables.local_bytes - warp.frame.local_stride) * warp_size;
  warp.local.assign(context_.program.variables.local_bytes * warp_size, uninitialised);
  warp.frame.local = warp.local.data();
  warp.frame.local_stride = context_.program.variables.local_bytes;
  pop(warp, [&] { warp.calls.clear(); });
  if (context_.program.stack_pointer == no_row) return;
  for (std::size_t lane = 0; lane < warp_size; ++lane)
    write_cell(warp.frame, context_.program.stack_pointer, 8, lane, context_.program.variables.local_bytes);
}

Next Stack::allocate(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const std::uint64_t saved = running.group.frame == no_frame ? 0 : warp.calls[running.group.frame].saved_bytes;
  Next next = Next::on;
  each_lane(active, [&](std::size_t lane) {
    if (next == Next::stop) return;
    const std::uint64_t bytes = read_cell(warp.frame, instruction.operands[1], 8, lane);
    const auto base = take(running, 1u << lane, bytes, instruction.immediate, saved, nullptr);
    if (base)
      write_cell(warp.frame, instruction.operands[0], 8, lane, (*base)[lane]);
    else
      next = Next::stop;
  });
  ++running.group.pc;
  return next;
}

}  // namespace warplens::simt
