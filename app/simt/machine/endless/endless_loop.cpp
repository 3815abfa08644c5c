#include "simt/machine/endless/endless_loop.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "base/number_format.h"
#include "launch/arguments/shared_arrays.h"
#include "ptx/parse/demangle.h"

namespace warplens::simt {
namespace {

/// A warp that repeats the same steps; one that reads memory, if there is any.
std::uint32_t find_witness(const Blocks& blocks, const LoopWatch& loops) {
  std::uint32_t witness = blocks.warp_slots();
  for (std::uint32_t slot = 0; slot < blocks.warp_slots(); ++slot) {
    if (!blocks.block_of(blocks.warp(slot)).resident || !loops.repeats(slot)) continue;
    if (loops.last_read(slot)) return slot;
    witness = std::min(witness, slot);
  }
  return witness;
}

std::string indexed(const std::string& name, std::uint64_t offset, std::uint64_t element_bytes, std::uint64_t bytes) {
  return bytes <= element_bytes ? name : name + "[" + std::to_string(offset / element_bytes) + "]";
}

/// The element as the source names it: "flag[3]".
std::string element_text(const LaunchContext& context, const LoopWatch::Read& read, const GlobalMemory& memory) {
  if (read.space == trace::MemorySpace::shared) {
    for (const launch::SharedArray& array : launch::shared_arrays(context.launch)) {
      if (read.offset >= array.offset && read.offset - array.offset < array.bytes)
        return indexed(array.name, read.offset - array.offset, read.bytes, array.bytes);
    }
    return "byte " + std::to_string(read.offset) + " of shared memory";
  }
  const Allocation& allocation = memory.allocations()[read.allocation];
  if (allocation.buffer == trace::no_buffer)
    return indexed(ptx::demangled_name(allocation.name), read.offset, read.bytes, allocation.window.size);
  return allocation.name + "[" + std::to_string(read.offset / allocation.element_bytes) + "]";
}

/// The value of the element: of the buffer's type, else as a signed integer.
std::string value_text(const LaunchContext& context, const LoopWatch::Read& read, const GlobalMemory& memory,
                       const ResidentBlock& block) {
  using enum launch::ElementType;
  launch::ElementType type = read.bytes == 8 ? i64 : read.bytes == 2 ? i16 : read.bytes == 1 ? i8 : i32;
  const std::byte* from = block.shared.data();
  if (read.space != trace::MemorySpace::shared) {
    const Allocation& allocation = memory.allocations()[read.allocation];
    from = allocation.window.memory;
    const auto buffers = launch::buffers_of(context.launch);
    if (allocation.buffer < buffers.size() && allocation.element_bytes == read.bytes) type = buffers[allocation.buffer]->type;
  }
  launch::Bytes bytes(read.bytes);
  std::memcpy(bytes.data(), from + read.offset, read.bytes);
  return launch::to_text(launch::element(type, bytes, 0));
}

/// Who waits for the threads that loop, as a part of a sentence: "; 31 threads wait at the barrier at k.cu:7".
std::string waiting_text(const LaunchContext& context, const Blocks& blocks, const Faults& faults) {
  std::uint64_t waiting = 0;
  std::uint32_t pc = 0;
  for (const ResidentWarp& warp : blocks.warps()) {
    if (!blocks.block_of(warp).resident) continue;
    for (const Group& group : warp.lanes.groups()) {
      if (group.state != Group::State::at_barrier) continue;
      if (waiting == 0) pc = group.pc;
      if (pc == group.pc) waiting += static_cast<std::uint64_t>(std::popcount(group.active));
    }
  }
  std::string text;
  if (waiting != 0)
    text = "; " + base::counted(waiting, "thread") + (waiting == 1 ? " waits" : " wait") + " at the barrier at " +
           faults.place_text(pc);
  const std::uint64_t queued = context.blocks - std::min(context.blocks, blocks.queue().next);
  if (queued != 0)
    text += "; " + base::counted(queued, "block") + (queued == 1 ? " has" : " have") +
            " not begun, as no multiprocessor has room before others end";
  return text;
}

bool leaves(Kind kind) { return kind == Kind::exit || kind == Kind::ret || kind == Kind::trap || kind == Kind::table_branch; }

bool meets_others(Kind kind) {
  return kind == Kind::barrier || kind == Kind::warp_sync || kind == Kind::collective || kind == Kind::call;
}

}  // namespace

void report_endless_loop(const LaunchContext& context, const Blocks& blocks, const LoopWatch& loops, const GlobalMemory& memory,
                         Faults& faults) {
  const std::uint32_t slot = find_witness(blocks, loops);
  const ResidentWarp& warp = blocks.warp(slot);
  const auto& read = loops.last_read(slot);
  const std::string waiting = waiting_text(context, blocks, faults);
  if (!read) {
    const Group& group = warp.lanes.current();
    const int lane = std::countr_zero(group.active);
    faults.raise_endless(warp, group.pc, lane,
                         faults.thread_text(warp, lane) + " never leaves the loop at " + faults.place_text(group.pc) +
                             ": nothing changes from one round to the next" + waiting);
    return;
  }
  const auto lane = static_cast<int>(read->lane);
  const std::string element = element_text(context, *read, memory);
  const std::string value = value_text(context, *read, memory, blocks.block_of(warp));
  const std::string changes = loops.has_written_the_same() ? "changes" : "writes";
  const std::string text =
      read->several ? " loops for ever at " + faults.place_text(read->pc) + ": it reads " + element + ", which is " + value +
                          ", and other memory, and no thread that still runs " + changes + " any of it"
                    : " waits for " + element + " to change from " + value + "; no thread that still runs " + changes + " it";
  faults.raise(launch::FaultKind::deadlock, warp, read->pc, lane, faults.thread_text(warp, lane) + text + waiting);
  if (read->space == trace::MemorySpace::shared) return;
  const Allocation& allocation = memory.allocations()[read->allocation];
  if (allocation.buffer == trace::no_buffer) return;
  faults.name_element(allocation.name, static_cast<std::int64_t>(read->offset / allocation.element_bytes));
}

void report_no_way_out(const LaunchContext& context, const Blocks& blocks, const Running& running, Faults& faults) {
  const int lane = std::countr_zero(running.group.active);
  faults.raise_endless(running.warp, running.group.pc, lane,
                       faults.thread_text(running.warp, lane) + " never leaves the loop at " +
                           faults.place_text(running.group.pc) + ": no way leads out of it in the compiled code" +
                           waiting_text(context, blocks, faults));
}

void report_deadlock(const LaunchContext& context, const Blocks& blocks, Faults& faults) {
  const ResidentWarp* witness = nullptr;
  Group witness_group;
  const auto better = [](const Group& a, const Group& b) {
    return a.state == Group::State::at_barrier && b.state != Group::State::at_barrier;
  };
  for (const ResidentWarp& warp : blocks.warps()) {
    if (!blocks.block_of(warp).resident) continue;
    for (const Group& group : warp.lanes.groups()) {
      if (witness != nullptr && !better(group, witness_group)) continue;
      witness = &warp;
      witness_group = group;
    }
  }
  if (witness == nullptr) return;
  const ResidentBlock& block = blocks.block_of(*witness);
  const int lane = std::countr_zero(witness_group.active);
  const bool at_barrier = witness_group.state == Group::State::at_barrier;
  std::uint32_t waiting = 0, left = 0;
  bool other_left = false;
  const ResidentWarp* other = nullptr;
  std::uint32_t other_pc = 0, other_lane = 0;
  const auto seen_elsewhere = [&](const ResidentWarp& warp, std::uint32_t pc, std::uint32_t lanes) {
    if (other != nullptr || lanes == 0) return;
    other = &warp;
    other_pc = pc;
    other_lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  };
  for (const ResidentWarp& warp : blocks.warps().subspan(blocks.first_warp(witness->block), context.warps_per_block)) {
    for (const Group& group : warp.lanes.groups()) {
      const bool same = group.state == witness_group.state &&
                        (at_barrier ? group.awaited == witness_group.awaited : &warp == witness && group.pc == witness_group.pc);
      if (same)
        waiting += static_cast<std::uint32_t>(std::popcount(group.active));
      else
        seen_elsewhere(warp, group.pc, group.active);
    }
    for (const Join& join : warp.lanes.joins()) {
      if (join.expected == 0 || join.arrived == 0) continue;
      left += static_cast<std::uint32_t>(std::popcount(join.arrived));
      other_left = other_left || other == nullptr;
      seen_elsewhere(warp, join.pc, join.arrived);
    }
  }
  const std::uint64_t threads = base::count(context.launch.block), ended = threads - block.live_threads;
  std::string text = at_barrier ? "the barrier at " : "the warp-wide instruction at ";
  text += faults.place_text(witness_group.pc) + " is never met: " + std::to_string(waiting) + " of " + std::to_string(threads) +
          " threads of " + faults.block_text(*witness) + " wait there, the first of them " + faults.thread_text(*witness, lane);
  if (other != nullptr) {
    const std::string who = faults.thread_text(*other, static_cast<int>(other_lane));
    text += other_left ? "; " + base::counted(left, "thread") + (left == 1 ? " has" : " have") +
                             " gone past the branch or loop in which it stands, the first of them " + who + ", to " +
                             faults.place_text(other_pc)
                       : ", while " + who + " waits at " + faults.place_text(other_pc);
    faults.name_other(*other, other_pc, static_cast<int>(other_lane));
  }
  if (ended > 0) text += "; " + base::counted(ended, "thread") + (ended == 1 ? " has" : " have") + " ended";
  faults.raise(at_barrier ? launch::FaultKind::barrier_divergence : launch::FaultKind::deadlock, *witness, witness_group.pc, lane,
               text);
}

WaysOn ways_on(const Program& program) {
  const std::size_t count = program.code.size();
  WaysOn ways{std::vector<bool>(count), std::vector<bool>(count)};
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t pc = count; pc-- > 0;) {
      const Decoded& instruction = program.code[pc];
      bool out = leaves(instruction.kind), meets = meets_others(instruction.kind);
      const auto follow = [&](std::size_t next) {
        out = out || next >= count || ways.out[next];
        meets = meets || (next < count && ways.meets[next]);
      };
      if (instruction.kind == Kind::branch) follow(instruction.target);
      const bool never_on = (instruction.kind == Kind::branch || leaves(instruction.kind)) && instruction.guard == no_row;
      if (!never_on) follow(pc + 1);
      grown = grown || out != ways.out[pc] || meets != ways.meets[pc];
      ways.out[pc] = out;
      ways.meets[pc] = meets;
    }
  }
  return ways;
}

}  // namespace warplens::simt
