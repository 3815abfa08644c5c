#include "simt/native/compiler/live_registers.h"

#include <algorithm>

#include "ptx/flow/registers.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt::native {
namespace {

/// A function's results are read where it returns.
void read_results(const ptx::Function& function, std::vector<bool>& live) {
  for (const ptx::Parameter& parameter : function.parameters) {
    if (parameter.result && parameter.reg != ptx::no_index) live[parameter.reg] = true;
  }
}

/// From after the instruction to before it.
void step_back(const ptx::Function& function, const ptx::Instruction& instruction, std::vector<bool>& live) {
  const bool guarded = instruction.guard != ptx::no_index;
  if (!guarded) {  // a guarded write leaves the value of other lanes
    for (std::size_t k = 0; k < instruction.destinations && k < instruction.operands.size(); ++k)
      each_register(instruction.operands[k], [&](std::uint32_t r) { live[r] = false; });
  } else {
    live[instruction.guard] = true;
  }
  if (instruction.opcode == ptx::Opcode::ret) read_results(function, live);
  for (std::size_t k = instruction.destinations; k < instruction.operands.size(); ++k)
    each_register(instruction.operands[k], [&](std::uint32_t r) { live[r] = true; });
}

}  // namespace

LiveRegisters::LiveRegisters(const ptx::Function& function, const ptx::ControlFlow& flow, const FunctionCode& place,
                             std::uint64_t max_bits)
    : function_(function), flow_(flow), known_(flow.blocks.size() * function.registers.size() <= max_bits) {
  for (std::uint32_t r = 0; r < place.registers.size(); ++r) register_in_.emplace(place.registers[r], r);
  if (!known_) return;
  at_end_.assign(flow.blocks.size(), std::vector<bool>(function.registers.size()));
  std::vector<std::vector<std::uint32_t>> before(flow.blocks.size());
  std::vector<std::uint32_t> work;
  std::vector<bool> waits(flow.blocks.size(), true);
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    work.push_back(block);
    for (const std::uint32_t to : flow.blocks[block].successors) {
      if (to != flow.exit) before[to].push_back(block);
    }
  }
  while (!work.empty()) {
    const std::uint32_t block = work.back();
    work.pop_back();
    waits[block] = false;
    const std::vector<bool> live = backwards(block, flow.blocks[block].first);
    for (const std::uint32_t earlier : before[block]) {
      bool changed = false;
      for (std::size_t r = 0; r < live.size(); ++r) {
        if (!live[r] || at_end_[earlier][r]) continue;
        at_end_[earlier][r] = changed = true;
      }
      if (changed && !waits[earlier]) {
        waits[earlier] = true;
        work.push_back(earlier);
      }
    }
  }
}

/// The registers live before instruction `from` of the block.
std::vector<bool> LiveRegisters::backwards(std::uint32_t block, std::uint32_t from) const {
  std::vector<bool> live = at_end_[block];
  const std::vector<std::uint32_t>& next = flow_.blocks[block].successors;
  if (std::find(next.begin(), next.end(), flow_.exit) != next.end()) read_results(function_, live);
  for (std::uint32_t i = flow_.blocks[block].last + 1; i-- > from;) step_back(function_, function_.instructions[i], live);
  return live;
}

std::vector<bool> LiveRegisters::before(std::uint32_t i) const {
  if (!known_) return std::vector<bool>(function_.registers.size(), true);
  if (i >= flow_.block_of.size()) {
    std::vector<bool> live(function_.registers.size());
    read_results(function_, live);
    return live;
  }
  return backwards(flow_.block_of[i], i);
}

}  // namespace warplens::simt::native
