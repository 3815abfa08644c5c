#include "simt/check/barrier_places.h"

#include <bit>
#include <utility>

#include "ptx/listing.h"

namespace warplens::simt {

BarrierPlaces::BarrierPlaces(const launch::Launch& launch, const Program& program)
    : warps_per_block_(static_cast<std::uint32_t>((base::count(launch.block) + warp_size - 1) / warp_size)) {
  const ptx::Listing listing(*launch.module, launch.entry);
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const Decoded& decoded = program.code[pc];
    const ptx::Instruction* instruction = listing.instruction(*launch.module, pc);
    const bool waits = decoded.barrier == ptx::BarrierMode::sync || decoded.barrier == ptx::BarrierMode::red;
    const bool together = instruction != nullptr && (instruction->opcode == ptx::Opcode::bar || instruction->modifiers.aligned);
    of_whole_block_.push_back(decoded.kind == Kind::barrier && waits && decoded.operands[1] == no_row);
    at_one_place_.push_back(of_whole_block_.back() && together);
  }
}

void BarrierPlaces::start_block(std::uint32_t slot) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  blocks_[slot] = {};
  blocks_[slot].took_part.assign(warps_per_block_, 0);
}

void BarrierPlaces::leave(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes, std::uint32_t first_thread,
                          std::uint32_t pc) {
  OfBlock& block = blocks_[slot];
  lanes &= block.took_part[warp];
  if (lanes == 0) return;
  if (!block.left) block.left = {first_thread + static_cast<std::uint32_t>(std::countr_zero(lanes)), pc};
  block.left_count += static_cast<std::uint32_t>(std::popcount(lanes));
}

std::optional<ComerToBarrier> BarrierPlaces::come(std::uint32_t slot, std::uint32_t number, const ComerToBarrier& comer) {
  if (!of_whole_block_[comer.pc]) return std::nullopt;
  std::optional<ComerToBarrier>& first = blocks_[slot].first[number];
  if (!first) first = comer;
  return first->pc != comer.pc && at_one_place_[first->pc] && at_one_place_[comer.pc] ? first : std::nullopt;
}

std::optional<BarrierPlaces::PassedBy> BarrierPlaces::complete(std::uint32_t slot, std::uint32_t number) {
  OfBlock& block = blocks_[slot];
  const std::optional<ComerToBarrier> waited = std::exchange(block.first[number], std::nullopt);
  if (!waited || !block.left) return std::nullopt;
  return PassedBy{*waited, *block.left, block.left_count};
}

}  // namespace warplens::simt
