#include "simt/check/barrier_places.h"

#include "ptx/listing.h"

namespace warplens::simt {

BarrierPlaces::BarrierPlaces(const launch::Launch& launch, const Program& program) {
  const ptx::Listing listing(*launch.module, launch.entry);
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const Decoded& decoded = program.code[pc];
    const ptx::Instruction* instruction = listing.instruction(*launch.module, pc);
    const bool waits = decoded.barrier == ptx::BarrierMode::sync || decoded.barrier == ptx::BarrierMode::red;
    const bool together = instruction != nullptr && (instruction->opcode == ptx::Opcode::bar || instruction->modifiers.aligned);
    of_whole_block_.push_back(decoded.kind == Kind::barrier && waits && together && decoded.operands[1] == no_row);
  }
}

void BarrierPlaces::start_block(std::uint32_t slot) {
  if (slot >= first_.size()) first_.resize(slot + 1);
  first_[slot] = {};
}

std::optional<ComerToBarrier> BarrierPlaces::come(std::uint32_t slot, std::uint32_t number, const ComerToBarrier& comer) {
  if (!of_whole_block_[comer.pc]) return std::nullopt;
  std::optional<ComerToBarrier>& first = first_[slot][number];
  if (!first) first = comer;
  return first->pc != comer.pc ? first : std::nullopt;
}

}  // namespace warplens::simt
