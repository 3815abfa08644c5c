#include "simt/stepping/moment.h"

#include <algorithm>

#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

using launch::LanesAt;

LanesAt::Waits waits_of(Group::State state) {
  switch (state) {
    case Group::State::running:
      return LanesAt::Waits::not_at_all;
    case Group::State::at_barrier:
      return LanesAt::Waits::for_block;
    case Group::State::at_warp_sync:
    case Group::State::at_collective:
      return LanesAt::Waits::for_lanes;
  }
  return LanesAt::Waits::not_at_all;
}

launch::WarpAt warp_at(const Machine& machine, std::uint32_t slot) {
  const ResidentWarp& warp = machine.warp_at(slot);
  const ResidentBlock& block = machine.block_of(warp);
  launch::WarpAt at{.warp = warp.in_grid, .block = block.index, .multiprocessor = block.sm};
  const auto add = [&](const Group& group) {
    at.lanes.push_back({group.pc, group.active, warp.calls.depth(group.frame), waits_of(group.state)});
    at.can_go |= group.state == Group::State::running;
    at.cycle = std::max(at.cycle, group.clock);
  };
  const bool held = machine.held() && machine.held()->slot == slot;
  if (held) {
    add(warp.lanes.current());
    at.cycle = machine.held()->clock;
  }
  for (const Group& group : warp.lanes.groups()) add(group);
  for (const Join& join : warp.lanes.joins()) {
    if (join.expected == 0 || join.arrived == 0) continue;
    at.lanes.push_back({join.pc, join.arrived, warp.calls.depth(join.frame), LanesAt::Waits::to_reconverge});
  }
  return at;
}

/// The function of the program that contains instruction `pc`.
const FunctionCode& function_at(const Program& program, std::uint32_t pc) {
  const FunctionCode* found = &program.functions.front();
  for (const FunctionCode& function : program.functions) {
    if (function.builtin == nullptr && function.first <= pc && function.first >= found->first) found = &function;
  }
  return *found;
}

/// The function that a lane of a resident warp executes.
const FunctionCode& function_of(const Machine& machine, const Program& program, std::uint32_t slot, std::uint32_t lane) {
  std::uint32_t pc = 0;
  for (const LanesAt& lanes : warp_at(machine, slot).lanes) {
    if ((lanes.lanes >> lane % warp_size & 1) != 0) pc = lanes.instruction;
  }
  return function_at(program, pc);
}

std::optional<std::uint32_t> slot_of_live(const Machine& machine, std::uint32_t warp) {
  const auto slot = machine.slot_of(warp);
  return slot && machine.is_live(*slot) ? slot : std::nullopt;
}

}  // namespace

std::vector<launch::WarpAt> warps_of(const Machine& machine) {
  std::vector<launch::WarpAt> warps;
  for (std::uint32_t slot = 0; slot < machine.warp_slots(); ++slot) {
    if (machine.is_live(slot)) warps.push_back(warp_at(machine, slot));
  }
  std::sort(warps.begin(), warps.end(), [](const auto& a, const auto& b) { return a.warp < b.warp; });
  return warps;
}

std::vector<launch::RegisterAt> registers_of(const Machine& machine, const Program& program, const ptx::Module& module,
                                             std::uint32_t warp, std::uint32_t lane) {
  const auto slot = slot_of_live(machine, warp);
  if (!slot) return {};
  const FunctionCode& code = function_of(machine, program, *slot, lane);
  const ptx::Function& function = module.functions[code.function];
  const Frame& frame = machine.warp_at(*slot).frame;
  std::vector<launch::RegisterAt> registers;
  for (std::size_t r = 0; r < code.registers.size(); ++r) {
    launch::RegisterAt at{.name = function.registers[r].name, .type = function.registers[r].type};
    const int bits = ptx::bits(at.type);
    const std::uint32_t bytes = bits == 64 ? 8 : bits <= 1 ? predicate_bytes : 4;
    for (std::size_t k = 0; k < warp_size; ++k) at.bits[k] = read_cell(frame, code.registers[r], bytes, k);
    registers.push_back(std::move(at));
  }
  return registers;
}

launch::Bytes local_of(const Machine& machine, const Program& program, const ptx::Module& module, std::uint32_t warp,
                       std::uint32_t lane, std::uint32_t variable) {
  const auto slot = slot_of_live(machine, warp);
  if (!slot) return {};
  const FunctionCode& code = function_of(machine, program, *slot, lane);
  const ptx::Variable& of = module.variables[variable];
  if (of.space != ptx::Space::local || of.function != code.function) return {};
  const Frame& frame = machine.warp_at(*slot).frame;
  launch::Bytes bytes(of.size * warp_size);
  for (std::size_t k = 0; k < warp_size; ++k) {
    const std::uint64_t base = code.frame == no_row ? 0 : read_cell(frame, code.frame, 8, k);
    const std::uint64_t at = base + program.variables.address[variable];
    // The lanes of another function have other frames, or none yet.
    if (at <= frame.local_stride && of.size <= frame.local_stride - at)
      std::copy_n(frame.local + k * frame.local_stride + at, of.size, bytes.begin() + static_cast<std::ptrdiff_t>(k * of.size));
  }
  return bytes;
}

launch::Bytes shared_of(const Machine& machine, std::uint32_t block) {
  for (std::uint32_t slot = 0; slot < machine.warp_slots(); ++slot) {
    const ResidentBlock& resident = machine.block_of(machine.warp_at(slot));
    if (resident.resident && resident.index == block) return resident.shared;
  }
  return {};
}

launch::Bytes buffer_of(const Machine& machine, std::size_t k) {
  const Window& window = machine.memory().find(machine.memory().buffer_address(k))->window;
  return {window.memory, window.memory + window.size};
}

}  // namespace warplens::simt
