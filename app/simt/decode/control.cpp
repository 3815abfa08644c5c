#include "simt/decode/decoder.h"

namespace warplens::simt {

using ptx::OperandKind;

void Decoder::decode_branch(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.kind = Kind::branch;
  if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::label)
    return void(fail("no label to go to"));
  decoded.target = instruction.operands[0].index;
}

void Decoder::decode_barrier(const ptx::Instruction& instruction, Decoded& decoded) {
  const ptx::BarrierMode mode = instruction.modifiers.barrier;
  decoded.kind = mode == ptx::BarrierMode::warp_sync ? Kind::warp_sync : Kind::barrier;
  decoded.barrier = mode;
  // Number and threads come first here; behind them bar.red has its destination and its predicate.
  const std::size_t first = instruction.destinations, end = instruction.operands.size() - (mode == ptx::BarrierMode::red ? 1 : 0);
  for (std::size_t i = first; i < end && i < first + 2; ++i) decoded.operands[i - first] = row(instruction.operands[i], 4);
  if (mode == ptx::BarrierMode::red) {
    const bool counts = instruction.modifiers.boolean == ptx::BooleanOp::none;
    decoded.operands[barrier_result_slot] = row(instruction.operands[0], counts ? std::uint8_t{4} : predicate_bytes);
    decoded.operands[barrier_predicate_slot] = row(instruction.operands[end], predicate_bytes);
    decoded.immediate = static_cast<std::uint64_t>(instruction.modifiers.boolean);
  }
  if (decoded.kind == Kind::warp_sync) decoded.members = decoded.operands[0];
}

void Decoder::place_meetings(const ptx::ControlFlow& flow) {
  for (std::uint32_t i = 0; i + 1 < program_.code.size(); ++i) {
    Decoded& decoded = program_.code[i];
    const bool waits = decoded.kind == Kind::exchange || decoded.kind == Kind::barrier || decoded.kind == Kind::warp_sync;
    if (decoded.kind == Kind::branch)
      decoded.reconvergence = flow.reconvergence(i);
    else if (waits && decoded.guard != no_row)
      decoded.reconvergence = i + 1;
    else
      continue;
    program_.code[decoded.reconvergence].meeting_place = true;
  }
}

/// A register that a load brings is waited for where it is named first in a basic block; from there on it is there, until a load
/// brings it again.
void Decoder::place_waits(const ptx::ControlFlow& flow) {
  std::vector<std::uint32_t> number(function_.registers.size(), ptx::no_index);
  const auto brings = [&](std::size_t i) {
    return (program_.code[i].kind == Kind::load && program_.code[i].copy == ptx::CopyStep::none) ||
           (program_.code[i].kind == Kind::atomic && program_.code[i].returns);
  };
  for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
    if (!brings(i)) continue;
    each_register(function_.instructions[i].operands[0], [&](std::uint32_t r) {
      if (number[r] == ptx::no_index) number[r] = program_.loaded_registers++;
    });
  }
  std::vector<std::uint32_t> there(program_.loaded_registers, ptx::no_index);  // the block in which it was waited for
  std::vector<std::uint32_t>& waits = program_.waits;
  for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
    const ptx::Instruction& instruction = function_.instructions[i];
    Decoded& decoded = program_.code[i];
    const auto add = [&](std::uint32_t r) {
      if (number[r] == ptx::no_index || there[number[r]] == flow.block_of[i]) return;
      waits.push_back(number[r]);
      there[number[r]] = flow.block_of[i];
    };
    const auto bring = [&](std::uint32_t r) {
      waits.push_back(number[r]);
      there[number[r]] = ptx::no_index;
    };
    decoded.waits_begin = static_cast<std::uint32_t>(waits.size());
    for (const ptx::Operand& operand : instruction.operands) each_register(operand, add);
    if (instruction.guard != ptx::no_index) add(instruction.guard);
    decoded.waits_end = decoded.ready_begin = static_cast<std::uint32_t>(waits.size());
    if (brings(i)) each_register(instruction.operands[0], bring);
    decoded.ready_end = static_cast<std::uint32_t>(waits.size());
  }
}

void Decoder::count_plain() {
  for (std::size_t i = program_.code.size() - 1; i-- > 0;) {
    Decoded& decoded = program_.code[i];
    const bool plain = decoded.kind == Kind::compute && decoded.guard == no_row && decoded.execute != nullptr &&
                       !decoded.reads_clock && !decoded.meeting_place && decoded.waits_begin == decoded.waits_end;
    constexpr std::uint32_t most = 0xffff;
    decoded.plain = plain ? static_cast<std::uint16_t>(std::min<std::uint32_t>(program_.code[i + 1].plain + 1u, most)) : 0;
  }
}

}  // namespace warplens::simt
