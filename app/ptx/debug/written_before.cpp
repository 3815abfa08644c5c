#include "ptx/debug/written_before.h"

#include "ptx/flow/registers.h"

namespace warplens::ptx {

WrittenBefore::WrittenBefore(const Module& module, std::uint32_t function)
    : function_(module.functions[function]), flow_(control_flow(function_)), pointers_(module, function_) {}

void WrittenBefore::find(VariableHome& home, int bytes) {
  constexpr std::uint64_t most = 50'000'000;  // instructions: half a second or so
  spent_ += function_.instructions.size();
  if (home.kind == VariableHome::Kind::parameter || spent_ > most) return;
  std::vector<std::uint32_t> from;
  for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
    const Effect does = effect(function_.instructions[i], home, bytes);
    if (does != Effect::none) from.push_back(i);
    if (does == Effect::writes) home.writes.push_back(i);
  }
  home.set = after(from);
}

WrittenBefore::Effect WrittenBefore::effect(const Instruction& instruction, const VariableHome& home, int bytes) const {
  if (home.kind == VariableHome::Kind::reg) {
    bool writes = false;
    each_defined(instruction, [&](std::uint32_t r) { writes |= r == home.index; });
    return writes ? Effect::writes : Effect::none;
  }
  if (pointers_.makes_pointer(instruction)) return Effect::none;
  const auto first = static_cast<std::int64_t>(home.offset), end = first + bytes;
  bool perhaps = false;
  const auto use = [&](const Operand& operand) {
    const auto used = pointers_.place_of(operand.kind == OperandKind::address ? operand.base : operand.kind, operand);
    const auto whole = static_cast<std::int64_t>(home.whole_offset), after = whole + static_cast<std::int64_t>(home.whole_bytes);
    perhaps |= used && used->variable == home.index && used->offset >= whole && used->offset < after;
  };
  for (std::size_t o = 0; o < instruction.operands.size(); ++o) {
    const Operand& operand = instruction.operands[o];
    if (const auto place = pointers_.accessed(instruction, o)) {
      const std::int64_t size = std::int64_t{bits(instruction.type)} / 8 * instruction.vector;
      const bool there = place->variable == home.index && place->offset < end && place->offset + size > first;
      if (there && instruction.opcode == Opcode::st) return Effect::writes;
    } else {
      // Its address is used in another way: from here on, the array or structure there may be written through it.
      use(operand);
      for (const Operand& element : operand.elements) use(element);
    }
  }
  return perhaps ? Effect::perhaps : Effect::none;
}

std::vector<bool> WrittenBefore::after(const std::vector<std::uint32_t>& writes) const {
  std::vector<bool> set(function_.instructions.size()), whole(flow_.blocks.size());
  std::vector<std::uint32_t> next;
  const auto reach = [&](const BasicBlock& from) {
    for (const std::uint32_t block : from.successors) {
      if (block == flow_.exit || whole[block]) continue;
      whole[block] = true;
      next.push_back(block);
    }
  };
  for (const std::uint32_t write : writes) {
    const BasicBlock& block = flow_.blocks[flow_.block_of[write]];
    for (std::uint32_t i = write + 1; i <= block.last && !set[i]; ++i) set[i] = true;
    reach(block);
  }
  while (!next.empty()) {
    const BasicBlock& block = flow_.blocks[next.back()];
    next.pop_back();
    for (std::uint32_t i = block.first; i <= block.last; ++i) set[i] = true;
    reach(block);
  }
  return set;
}

}  // namespace warplens::ptx
