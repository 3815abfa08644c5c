#include "simt/code/execute/lanes.h"
#include "simt/code/execute/shuffle_source.h"

// shfl vote activemask: data exchange between the lanes of a warp.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::ShuffleMode;
using ptx::VoteMode;

/// shfl: operands d, p, a, b, c; the pseudocode of the PTX ISA, "shfl.sync". Reading an inactive source lane, which is undefined
/// in the ISA, gives its register's content.
template <ShuffleMode mode>
void shuffle(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, p, a, b, c, mask] = instruction.operands;
  const std::byte *values = frame.source(a), *distances = frame.source(b), *limits = frame.source(c);
  u32 result[warp_size], in_range = 0;
  for (int lane = 0; lane < warp_size; ++lane) {
    const ShuffleSource source = shuffle_source<mode>(lane, get<u32>(distances, lane), get<u32>(limits, lane));
    in_range |= static_cast<u32>(source.in_range) << lane;
    result[lane] = get<u32>(values, source.lane);
  }
  if (d != no_row) fill<u32>(frame.destination(d), active, [&](int lane) { return result[lane]; });
  if (p != no_row) frame.set_predicate(p, in_range, active);
}

/// vote: operands d, predicate; over the active lanes.
void vote(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto mode = static_cast<VoteMode>(instruction.immediate);
  const u32 yes = frame.predicate(instruction.operands[1]) & active;
  const Row d = instruction.operands[0];
  if (mode == VoteMode::ballot) {
    fill<u32>(frame.destination(d), active, [&](int) { return yes; });
    return;
  }
  const bool answer = mode == VoteMode::all ? yes == active : mode == VoteMode::any ? yes != 0 : yes == active || yes == 0;
  frame.set_predicate(d, answer ? all_lanes : 0, active);
}

void active_mask(const Frame& frame, const Decoded& instruction, u32 active) {
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int) { return active; });
}

Execute shuffle_of(ShuffleMode mode) {
  switch (mode) {
    case ShuffleMode::up:
      return &shuffle<ShuffleMode::up>;
    case ShuffleMode::down:
      return &shuffle<ShuffleMode::down>;
    case ShuffleMode::bfly:
      return &shuffle<ShuffleMode::bfly>;
    case ShuffleMode::idx:
      return &shuffle<ShuffleMode::idx>;
    case ShuffleMode::none:
      break;
  }
  return nullptr;
}

}  // namespace

Operation select_shfl(const ptx::Instruction& instruction, const ptx::Function&) {
  return {shuffle_of(instruction.modifiers.shuffle), {4, predicate_bytes, 4, 4, 4, 4}, 0, 5};
}

Operation select_vote(const ptx::Instruction& instruction, const ptx::Function&) {
  const VoteMode mode = instruction.modifiers.vote;
  if (mode == VoteMode::none) return {};
  return {&vote, {mode == VoteMode::ballot ? u8{4} : predicate_bytes, predicate_bytes, 4}, static_cast<u64>(mode), 2};
}

Operation select_activemask(const ptx::Instruction&, const ptx::Function&) { return {&active_mask, {4}}; }

}  // namespace warplens::simt::WARPLENS_ISA
