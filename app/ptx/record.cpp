#include "ptx/record.h"

namespace warplens::ptx {
namespace {

bool is_barrier(const Instruction& instruction) {
  return (instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier) &&
         instruction.modifiers.barrier != BarrierMode::warp_sync;
}

}  // namespace

bool is_recorded(const Instruction& instruction) {
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
    default:
      return false;
  }
}

std::uint32_t record_words(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
      return 0;
    case Opcode::atom:
    case Opcode::red:
      return 1 + (instruction.modifiers.atomic == AtomicOp::cas ? 3u : 2u * instruction.vector);
    default:
      return 1u + instruction.vector;
  }
}

std::uint32_t record_lane_words(const Instruction& instruction) { return (record_words(instruction) + 1) / 2 * 2; }

}  // namespace warplens::ptx
