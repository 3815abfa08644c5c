#include "simt/machine/observe/observation.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/code/decode/program.h"
#include "simt/machine/calls/call_stack.h"

namespace warplens::simt {
namespace {

/// The instruction whose source line is reported for lanes at `pc` in call `frame`. Usually the one at `pc`; inside a function
/// from another file than the kernel's (a toolkit header), the call instruction in the kernel's own file.
std::uint32_t call_place(const Program& program, const CallStack& calls, std::uint32_t frame, std::uint32_t pc) {
  while (frame != no_frame && program.functions[calls[frame].function].elsewhere) {
    pc = program.calls[calls[frame].site].pc;
    frame = calls[frame].parent;
  }
  return pc;
}

/// The low `bytes` of each lane of a row.
template <typename Cell>
void row_values(const std::byte* row, std::uint32_t bytes, LaneOffsets& values) {
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    Cell value;
    std::memcpy(&value, row + lane * sizeof value, sizeof value);
    values[lane] = value & mask;
  }
}

trace::AccessKind kind_of(const Decoded& instruction) {
  using trace::AccessKind;
  return instruction.kind == Kind::load    ? AccessKind::read
         : instruction.kind == Kind::store ? AccessKind::write
                                           : AccessKind::atomic;
}

std::uint32_t buffer_of(const Request& request) {
  return request.allocation != nullptr ? request.allocation->buffer : trace::no_buffer;
}

}  // namespace

Observation::Observation(const LaunchContext& context, std::uint32_t cores, MakeChecks make_checks)
    : context_(context),
      recorder_(context.launch.trace_level, context.launch.trace_budget, context.launch.grid, context.launch.block,
                context.timed ? std::max(1u, context.spec.schedulers_per_multiprocessor) : 0),
      checks_(context.launch.check && make_checks != nullptr
                  ? make_checks(context.launch, context.program, context.limits.check / cores)
                  : nullptr) {
  state_.tallies.resize(context.program.code.size());
  state_.runs.resize(context.program.code.size() + 1);
  if (cores > 1) recorder_.record_part();
}

std::uint64_t Observation::bytes(const State& state) {
  return state.tallies.size() * sizeof(launch::Tally) + state.runs.size() * sizeof(RunEdges) + state.loops.bytes();
}

void Observation::record_values(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                                std::uint64_t clock) {
  if (request.active == all_lanes && request.layout.consecutive && instruction.vector == 1) {
    const std::uint64_t offset = request.lowest + request.distances->front();
    recorder_.access(clock, warp.in_grid, pc,
                     {kind_of(instruction), request.space, instruction.bytes, buffer_of(request), request.done, offset,
                      request.window.memory + offset, request.path});
    return;
  }
  LaneOffsets values{}, offsets = request.offsets();
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const Row row = value_row(warp.frame, instruction, i);
    if (row == no_row) {  // loaded value is discarded
      for (std::size_t lane = 0; lane < warp_size; ++lane) {
        values[lane] = 0;
        if ((request.active >> lane & 1) == 0) continue;
        std::memcpy(&values[lane],
                    request.window.memory + request.lowest + (*request.distances)[lane] + std::uint64_t{i} * instruction.bytes,
                    instruction.bytes);
      }
    } else if (instruction.values_wide) {
      row_values<std::uint64_t>(warp.frame.source(row), instruction.bytes, values);
    } else {
      row_values<std::uint32_t>(warp.frame.source(row), instruction.bytes, values);
    }
    record(warp, instruction, pc, request, clock, offsets, values, values, i == 0);
    for (std::uint64_t& offset : offsets) offset += instruction.bytes;
  }
}

void Observation::record(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                         std::uint64_t clock, const LaneOffsets& offsets, const LaneOffsets& values, const LaneOffsets& stored,
                         bool first) {
  recorder_.access(clock, warp.in_grid, pc, request.active,
                   {kind_of(instruction), request.space, instruction.bytes, buffer_of(request), request.done, offsets, values,
                    stored, request.path},
                   first);
}

void Observation::check_access(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t pc,
                               const Request& request, bool begins, std::uint32_t issued) {
  const LaneOffsets offsets = request.offsets();
  warp.has_undefined =
      checks_->access({.slot = warp.block,
                       .warp = warp.in_block,
                       .pc = pc,
                       .place = call_place(context_.program, warp.calls, frame, pc),
                       .active = request.active,
                       .instruction = instruction,
                       .frame = warp.frame,
                       .space = request.space,
                       .allocation = request.allocation,
                       .window = request.window,
                       .offsets = offsets,
                       .layout = request.layout,
                       .unwritten = context_.runs_ahead && request.allocation != nullptr && !request.allocation->written,
                       .begins = begins,
                       .issued = issued});
}

void Observation::follow(Running& running, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const Group& group = running.group;
  const CallFrame* const call = group.frame == no_frame ? nullptr : &warp.calls[group.frame];
  warp.has_undefined =
      checks_->step({warp.block, warp.in_block, group.pc, call_place(context_.program, warp.calls, group.frame, group.pc), active,
                     group.active, warp.lanes.live(), warp.frame, call});
}

void Observation::meeting(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t lanes) {
  if (!checks_) return;
  if (instruction.kind == Kind::warp_sync) checks_->warp_sync(warp.block, warp.in_block, lanes);
  if (instruction.kind != Kind::collective) return;
  const auto pc = static_cast<std::uint32_t>(&instruction - context_.program.code.data());
  warp.has_undefined = checks_->collective({warp.block, warp.in_block, pc, call_place(context_.program, warp.calls, frame, pc),
                                            lanes, lanes, warp.lanes.live(), warp.frame});
}

void Observation::passed_by(const ResidentWarp& warp, std::uint32_t frame, Checks::LanesAt waiting, Checks::LanesAt passing) {
  if (!checks_) return;
  waiting.pc = call_place(context_.program, warp.calls, frame, waiting.pc);
  checks_->passed_by(warp.block, warp.in_block, waiting, passing);
}

void Observation::ended(launch::LaunchResult& result, const std::optional<launch::Witness>& other, const GlobalMemory& memory) {
  if (!checks_) return;
  if (result.fault) checks_->fault(*result.fault, other);
  if (!context_.launch.placement) return;
  for (std::size_t k = 0; k < context_.launch.placement->blocks.size(); ++k)
    result.unwritten.push_back(checks_->unwritten(*memory.find(memory.buffer_address(k))));
}

/// Add the runs to the tallies of each of their instructions.
void Observation::tally_runs() {
  RunEdges open;  // runs that have begun and not ended
  for (std::size_t pc = 0; pc < state_.tallies.size(); ++pc) {
    open.executions += state_.runs[pc].executions;
    open.lanes += state_.runs[pc].lanes;
    state_.tallies[pc].executions += open.executions;
    state_.tallies[pc].lanes += open.lanes;
  }
}

/// The totals of the tallies, by kind of instruction.
launch::Counters Observation::counters(std::uint64_t end_cycle) const {
  launch::Counters counters;
  counters.blocks = context_.blocks;
  counters.threads = context_.blocks * context_.threads_per_block;
  counters.warps = context_.blocks * context_.warps_per_block;
  counters.cycles = end_cycle;
  launch::Tally all, loads, stores, atomics, branches, barriers;
  for (std::size_t pc = 0; pc < state_.tallies.size(); ++pc) {
    const Kind kind = context_.program.code[pc].kind;
    launch::Tally other;
    (kind == Kind::load      ? loads
     : kind == Kind::store   ? stores
     : kind == Kind::atomic  ? atomics
     : kind == Kind::branch  ? branches
     : kind == Kind::barrier ? barriers
                             : other) += state_.tallies[pc];
    all += state_.tallies[pc];
  }
  counters.warp_instructions = all.executions;
  counters.thread_instructions = all.lanes;
  counters.global_loads = loads.global_requests;
  counters.global_stores = stores.global_requests;
  counters.global_atomics = atomics.global_requests;
  counters.global_sectors = all.sectors;
  counters.load_bytes_asked = loads.bytes_asked;
  counters.load_sectors = loads.sectors;
  counters.store_bytes_asked = stores.bytes_asked;
  counters.store_sectors = stores.sectors;
  counters.l1_hit_sectors = all.l1_hits;
  counters.l2_hit_sectors = all.l2_hits;
  counters.shared_requests = all.shared_requests;
  counters.bank_conflicts = all.conflicts;
  counters.atomic_collisions = atomics.collisions;
  counters.branches = branches.executions;
  counters.divergent_branches = branches.divergent_branches;
  counters.barriers = barriers.arrivals;
  counters.barrier_wait_cycles = barriers.wait_cycles;
  counters.memory_wait_cycles = all.wait_cycles - barriers.wait_cycles;
  return counters;
}

bool Observation::absorb(Observation& other) {
  for (std::size_t pc = 0; pc < state_.tallies.size(); ++pc) state_.tallies[pc] += other.state_.tallies[pc];
  for (std::size_t pc = 0; pc < state_.runs.size(); ++pc) {
    state_.runs[pc].executions += other.state_.runs[pc].executions;
    state_.runs[pc].lanes += other.state_.runs[pc].lanes;
  }
  state_.issued += other.state_.issued;
  recorder_.join(std::move(other.recorder_));
  return !checks_ || checks_->absorb(*other.checks_);
}

void Observation::finish(launch::LaunchResult& result, std::uint64_t end_cycle) {
  if (checks_) {
    FoundByChecks found = checks_->found();
    result.findings = std::move(found.findings);
    result.notes = std::move(found.notes);
    result.unchecked = checks_->unchecked();
  }
  tally_runs();
  result.counters = counters(end_cycle);
  result.tallies = std::move(state_.tallies);
  result.trace = recorder_.finish(end_cycle);
}

}  // namespace warplens::simt
