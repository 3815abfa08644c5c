#include "ptx/instrument/record.h"

#include <algorithm>

#include "ptx/parse/form.h"

namespace warplens::ptx {
namespace {

bool is_barrier(const Instruction& instruction) {
  return (instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier) &&
         instruction.modifiers.barrier != BarrierMode::warp_sync;
}

}  // namespace

std::uint64_t RecordBuffer::dropped() const {
  std::uint64_t sum = 0;
  for (const RecordRegion& region : regions) sum += region.dropped;
  return sum;
}

bool is_recorded(const Instruction& instruction) {
  if (instruction.type == Type::b128 || instruction.modifiers.copy == CopyStep::store) return false;
  switch (instruction.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
      return is_barrier(instruction);
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
    case Opcode::atom:
    case Opcode::red:
      return instruction.space == Space::global || instruction.space == Space::shared || instruction.space == Space::generic;
    case Opcode::cp:
      return copied_bytes(instruction) != 0;
    default:
      return false;
  }
}

std::uint32_t copied_bytes(const Instruction& instruction) {
  const CopyStep copy = instruction.modifiers.copy;
  const bool copies = instruction.opcode == Opcode::cp && (copy == CopyStep::copy || copy == CopyStep::copy_by_16);
  if (!copies || operands_but_policy(instruction) != 3) return 0;
  const Operand& size = instruction.operands[2];
  const bool plain = size.kind == OperandKind::immediate && (size.bits == 4 || size.bits == 8 || size.bits == 16);
  return plain ? static_cast<std::uint32_t>(size.bits) : 0;
}

RecordedElements recorded_elements(const Instruction& instruction) {
  if (const std::uint32_t copied = copied_bytes(instruction); copied != 0) {
    const std::uint32_t widest = std::min(copied, 8u);
    return {copied / widest, widest};
  }
  return {instruction.vector, static_cast<std::uint32_t>(bytes(bits(instruction.type)))};
}

std::uint32_t record_words(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
      return 0;
    case Opcode::atom:
    case Opcode::red:
      return 1 + (instruction.modifiers.atomic == AtomicOp::cas ? 3u : 2u * instruction.vector);
    case Opcode::cp:
      return 2 + recorded_elements(instruction).count;
    default:
      return 1u + instruction.vector;
  }
}

std::uint32_t record_lane_words(const Instruction& instruction) { return (record_words(instruction) + 1) / 2 * 2; }

}  // namespace warplens::ptx
