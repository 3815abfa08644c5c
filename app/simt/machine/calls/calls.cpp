#include "simt/machine/calls/calls.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/number_format.h"
#include "simt/code/builtins/builtin.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t return_bytes = 16;  // stack bytes of a call in addition to its saved registers

/// Values of arguments or results: all are read before any is written, as the places may overlap.
class Passed {
 public:
  void read(const Frame& frame, const std::vector<ValueLocation>& from, const std::vector<ValueLocation>& to,
            std::uint32_t lanes) {
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
      each_lane(lanes, [&](std::size_t lane) {
        bytes_.resize(bytes_.size() + to[i].bytes);
        read_place(frame, from[i], lane, bytes_.data() + bytes_.size() - to[i].bytes, to[i].bytes);
      });
    }
    count_ = std::min(from.size(), to.size());
  }

  void write(const Frame& frame, const std::vector<ValueLocation>& to, std::uint32_t lanes, LoopWatch& loops) const {
    const std::byte* at = bytes_.data();
    for (std::size_t i = 0; i < count_; ++i) {
      each_lane(lanes, [&](std::size_t lane) {
        if (to[i].in_memory && std::memcmp(own_memory(frame, to[i], lane), at, to[i].bytes) != 0) loops.changed();
        write_place(frame, to[i], lane, at, to[i].bytes);
        at += to[i].bytes;
      });
    }
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t count_ = 0;
};

std::vector<std::byte> saved_rows(const Frame& frame, const std::vector<SavedRow>& rows, std::uint32_t lanes) {
  std::vector<std::byte> saved;
  for (const SavedRow& row : rows) {
    each_lane(lanes, [&](std::size_t lane) {
      const std::uint64_t bits = read_cell(frame, row.row, row.cell, lane);
      saved.resize(saved.size() + row.cell);
      std::memcpy(saved.data() + saved.size() - row.cell, &bits, row.cell);
    });
  }
  return saved;
}

/// Restore the registers saved for the lanes `called`, for `lanes` among them.
void restore_rows(const Frame& frame, const std::vector<SavedRow>& rows, const std::vector<std::byte>& saved,
                  std::uint32_t called, std::uint32_t lanes) {
  const std::byte* at = saved.data();
  for (const SavedRow& row : rows) {
    each_lane(called, [&](std::size_t lane) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, at, row.cell);
      at += row.cell;
      if (lanes >> lane & 1) write_cell(frame, row.row, row.cell, lane, bits);
    });
  }
}

/// Memory as one lane of a warp sees it.
class LaneMemory final : public ThreadMemory {
 public:
  LaneMemory(const LaunchContext& context, const GlobalMemory& memory, const Running& running, std::size_t lane)
      : context_(context), memory_(memory), running_(running), lane_(lane) {}

  std::span<const std::byte> at(std::uint64_t address) const override {
    const std::uint64_t window = address >> slot_bits << slot_bits;
    const Frame& frame = running_.warp.frame;
    if (window == shared_window) return part(running_.block.shared.data(), running_.block.shared.size(), address - window);
    if (window == local_window) return part(frame.local + lane_ * frame.local_stride, frame.local_stride, address - window);
    if (window == parameter_window) return part(context_.parameters.data(), context_.function.parameter_bytes, address - window);
    const Allocation* allocation = memory_.find(address);
    if (allocation == nullptr) return {};
    return part(allocation->window.memory, allocation->window.size, address - allocation->window.base);
  }

 private:
  static std::span<const std::byte> part(const std::byte* memory, std::uint64_t size, std::uint64_t offset) {
    if (offset >= size) return {};
    return {memory + offset, static_cast<std::size_t>(size - offset)};
  }

  const LaunchContext& context_;
  const GlobalMemory& memory_;
  const Running& running_;
  std::size_t lane_;
};

}  // namespace

Next Calls::call(Running& running, const Decoded& instruction) {
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  const CallSite& site = context_.program.calls[instruction.target];
  const std::uint32_t pc = group.pc;
  std::uint32_t callee = site.callee;
  if (site.pointer != no_row) {
    const std::byte* const pointers = warp.frame.source(site.pointer);
    const auto first = static_cast<std::size_t>(std::countr_zero(group.active));
    const auto address = cell<std::uint64_t>(pointers, first);
    std::uint32_t same = 0;
    each_lane(group.active, [&](std::size_t lane) {
      if (cell<std::uint64_t>(pointers, lane) == address) same |= 1u << lane;
    });
    if (same != group.active) {
      // already counted by the call
      observation_.tally(pc).lanes -= static_cast<std::uint64_t>(std::popcount(group.active & ~same));
      group.clock = running.clock;
      group = warp.lanes.part(group, group.active & ~same, pc, pc, instruction.reconvergence);
    }
    callee = function_called(address);
    const bool fits = callee != ptx::no_index && context_.program.functions[callee].parameters.size() == site.arguments.size();
    if (!fits) {
      raise_call(running, address, callee);
      return Next::stop;
    }
  }
  const FunctionCode& function = context_.program.functions[callee];
  if (function.builtin != nullptr) return call_builtin(running, site, *function.builtin);

  const std::uint32_t active = group.active;
  const std::uint64_t around = group.frame == no_frame ? 0 : warp.calls[group.frame].saved_bytes;
  CallFrame frame{.site = instruction.target,
                  .function = callee,
                  .return_pc = instruction.reconvergence,
                  .parent = group.frame,
                  .depth = warp.calls.depth(group.frame),
                  .called = active,
                  .inside = active,
                  .saved_bytes = around + site.saved_bytes + return_bytes};
  Passed arguments;
  arguments.read(warp.frame, site.arguments, function.parameters, active);
  frame.saved = saved_rows(warp.frame, site.saved, active);
  if (function.frame != no_row) {
    const auto base = stack_.take(running, active, function.frame_bytes, 16, frame.saved_bytes, &frame);
    if (!base) return Next::stop;
    each_lane(active, [&](std::size_t lane) { write_cell(warp.frame, function.frame, 8, lane, (*base)[lane]); });
  }
  arguments.write(warp.frame, function.parameters, active, observation_.loops());
  const auto pushed = stack_.push(running, std::move(frame));
  if (!pushed) return Next::stop;
  warp.lanes.reconverge_at(group, instruction.reconvergence);
  group.frame = *pushed;
  group.pc = function.first;
  return Next::on;
}

/// Index of the function at `address` among the program's functions; ptx::no_index if there is none.
std::uint32_t Calls::function_called(std::uint64_t address) const {
  const std::uint64_t offset = address - function_window;
  const std::uint64_t index = offset / function_stride - 1;
  if (offset % function_stride != 0 || index >= context_.program.function_at.size()) return ptx::no_index;
  const std::uint32_t place = context_.program.function_at[index];
  return place == 0 ? ptx::no_index : place;  // the entry cannot be called
}

void Calls::raise_call(const Running& running, std::uint64_t address, std::uint32_t callee) {
  const int lane = std::countr_zero(running.group.active);
  const std::string who = faults_.thread_text(running.warp, lane) + " calls ";
  std::string what;
  if (address == 0)
    what = "a null function pointer";
  else if (callee == ptx::no_index)
    what = "address " + base::hexadecimal(address) + ", where no function is";
  else
    what = "function '" + context_.launch.module->functions[context_.program.functions[callee].function].demangled +
           "' by its address with another number of arguments";
  faults_.raise(launch::FaultKind::invalid_call, running.warp, running.group.pc, lane,
                who + what + ", at " + faults_.place_text(running.group.pc));
}

Next Calls::ret(Running& running, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  // counted as for a branch
  observation_.tally(group.pc).lanes += static_cast<std::uint64_t>(std::popcount(group.active & ~active));
  if (active == 0) {
    ++group.pc;
    return Next::on;
  }
  const CallFrame& frame = warp.calls[group.frame];
  const CallSite& site = context_.program.calls[frame.site];
  Passed results;
  results.read(warp.frame, context_.program.functions[frame.function].results, site.results, active);
  restore_rows(warp.frame, site.saved, frame.saved, frame.called, active);
  results.write(warp.frame, site.results, active, observation_.loops());
  Group returning = group;
  returning.active = active;
  returning.pc = frame.return_pc;
  returning.frame = frame.parent;
  stack_.pop(warp, [&] { warp.calls.leave(group.frame, active); });
  if (active == group.active) {
    group = returning;
    return Next::on;
  }
  returning.clock = running.clock;
  warp.lanes.put(returning);
  group.active &= ~active;
  ++group.pc;
  return Next::on;
}

/// Call printf, malloc or another built-in function.
Next Calls::call_builtin(Running& running, const CallSite& site, const Builtin& builtin) {
  ResidentWarp& warp = running.warp;
  observation_.loops().changed();
  std::array<std::uint64_t, 8> arguments{};
  for (std::uint32_t rest = running.group.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    for (std::size_t i = 0; i < builtin.arguments && i < site.arguments.size(); ++i) {
      std::byte bytes[8];
      read_place(warp.frame, site.arguments[i], lane, bytes, sizeof bytes);
      std::memcpy(&arguments[i], bytes, sizeof bytes);
    }
    const LaneMemory memory(context_, memory_, running, lane);
    BuiltinCall call{state_, memory_, *context_.launch.module, memory, std::span(arguments).first(builtin.arguments)};
    builtin.run(call);
    if (builtin.run == allocate && call.result == 0 && arguments[0] != 0) faults_.heap_is_full(running.group.pc);
    if (call.fault) {
      faults_.raise(call.fault->kind, warp, running.group.pc, static_cast<int>(lane),
                    faults_.thread_text(warp, static_cast<int>(lane)) + ": " + call.fault->message);
      return Next::stop;
    }
    if (!site.results.empty()) {
      std::byte bytes[8];
      std::memcpy(bytes, &call.result, sizeof bytes);
      write_place(warp.frame, site.results.front(), lane, bytes, sizeof bytes);
    }
  }
  ++running.group.pc;
  return Next::on;
}

}  // namespace warplens::simt
