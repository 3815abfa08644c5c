#include "simt/code/decode/decoder.h"

namespace warplens::simt {

using ptx::OperandKind;

void Decoder::decode_branch(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.kind = Kind::branch;
  if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::label)
    return void(fail("no label to go to"));
  decoded.target = first_ + instruction.operands[0].index;
}

void Decoder::decode_barrier(const ptx::Instruction& instruction, Decoded& decoded) {
  const ptx::BarrierMode mode = instruction.modifiers.barrier;
  decoded.kind = mode == ptx::BarrierMode::warp_sync ? Kind::warp_sync : Kind::barrier;
  decoded.barrier = mode;
  // Number and threads come first in the operands; bar.red adds its destination and its predicate.
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

void Decoder::mark_reconvergence_points(const ptx::ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function_.instructions.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    Decoded& decoded = code(i);
    const bool waits = decoded.kind == Kind::collective || decoded.kind == Kind::barrier || decoded.kind == Kind::warp_sync;
    std::uint32_t point = i + 1;
    if (decoded.kind == Kind::branch || decoded.kind == Kind::table_branch) {
      point = flow.reconvergence(i);
      if (point == count) {
        decoded.reconvergence = no_reconvergence;
        continue;
      }
    } else if (decoded.kind != Kind::call && !(waits && decoded.guard != no_row)) {
      continue;
    }
    decoded.reconvergence = first_ + point;
    code(point).is_reconvergence_point = true;
  }
}

/// Runs of instructions without interruption: the lanes that begin one also end it together.
void Decoder::count_runs() {
  constexpr std::uint16_t most = 256;  // bounded, so that a warp running ahead soon checks its limit again
  for (std::size_t i = function_.instructions.size(); i-- > 0;) {
    Decoded& decoded = code(i);
    const Decoded& next = code(i + 1);
    if (decoded.guard != no_row || decoded.is_reconvergence_point || decoded.reads_clock) continue;
    const bool computes = decoded.kind == Kind::compute && decoded.execute != nullptr;
    const bool loads = decoded.load != nullptr && decoded.order != Order::strict && !decoded.polls;
    const auto longer = [](std::uint16_t run) { return static_cast<std::uint16_t>(run < most ? run + 1 : 1); };
    if (computes) decoded.computes = longer(next.computes);
    if (computes) decoded.unhindered = longer(next.waits_begin == next.waits_end ? next.unhindered : 0);
    if (!computes && !loads) continue;
    decoded.loads_unwritten = loads && decoded.order == Order::unwritten && decoded.vector == 1 && decoded.matrices == 0 &&
                              decoded.operands[0] != no_row && decoded.ready_end - decoded.ready_begin == 1;
    decoded.loads_shared = loads && decoded.space == ptx::Space::shared && decoded.order == Order::shared_read &&
                           decoded.vector <= max_values_in_slots && decoded.matrices == 0;
    decoded.invisible = longer(next.invisible);
    decoded.reads_shared = decoded.order == Order::shared_read || (decoded.invisible > 1 && next.reads_shared);
  }
}

}  // namespace warplens::simt
