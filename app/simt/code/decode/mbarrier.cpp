#include "simt/code/memory/mbarrier.h"
#include "simt/code/decode/decoder.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {

using ptx::MbarrierOp;
using ptx::Opcode;

namespace {

void count_pending(const Frame& frame, const Decoded& instruction, std::uint32_t active) {
  each_lane(active, [&](std::size_t lane) {
    const Mbarrier object = Mbarrier::from(cell<std::uint64_t>(frame.source(instruction.operands[1]), lane));
    write_cell(frame, instruction.operands[0], sizeof object.pending, lane, object.pending);
  });
}

ptx::Ordering usual_ordering(MbarrierOp operation) {
  switch (operation) {
    case MbarrierOp::arrive:
    case MbarrierOp::arrive_drop:
    case MbarrierOp::copies_arrive:
      return ptx::Ordering::release;
    case MbarrierOp::test_wait:
    case MbarrierOp::try_wait:
      return ptx::Ordering::acquire;
    default:
      return ptx::Ordering::weak;
  }
}

}  // namespace

/// mbarrier.* and cp.async.mbarrier.arrive: atomics on an object in shared memory. The time limit of try_wait is ignored: it is
/// allowed to give up at once.
void Decoder::decode_mbarrier(const ptx::Instruction& instruction, Decoded& decoded) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const MbarrierOp operation = instruction.opcode == Opcode::cp ? MbarrierOp::copies_arrive : modifiers.mbarrier;
  const std::size_t address = instruction.destinations;
  if (operation == MbarrierOp::pending_count) {
    decoded.execute = &count_pending;
    decoded.operands[0] = row(instruction.operands[0], 4);
    decoded.operands[1] = row(instruction.operands[1], 8);
    return;
  }
  const bool waits = operation == MbarrierOp::test_wait || operation == MbarrierOp::try_wait;
  decode_memory(instruction, instruction.operands[address], decoded);
  decoded.kind = Kind::atomic;
  decoded.mbarrier = operation;
  decoded.returns = address == 1 && instruction.operands[0].kind != ptx::OperandKind::sink;
  decoded.immediate = modifiers.no_complete || modifiers.parity || modifiers.no_increment ? 1 : 0;
  if (decoded.ordering == ptx::Ordering::weak) decoded.ordering = usual_ordering(operation);
  decoded.scope = ptx::Scope::cta;
  if (decoded.returns) decoded.operands[0] = row(instruction.operands[0], waits ? predicate_bytes : std::uint8_t{8});
  if (instruction.operands.size() <= address + 1) return;
  const std::size_t slot = modifiers.expects ? mbarrier_bytes_slot : mbarrier_value_slot;
  decoded.operands[slot] = row(instruction.operands[address + 1], waits && !modifiers.parity ? std::uint8_t{8} : std::uint8_t{4});
}

}  // namespace warplens::simt
