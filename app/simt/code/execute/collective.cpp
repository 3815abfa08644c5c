#include "simt/code/execute/extreme.h"

// match redux elect: operations over the lanes of a member mask. These are the active lanes: all have arrived when the operation
// runs.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::AtomicOp;
using ptx::Type;
using ptx::VoteMode;

/// match: operands d, p, a. Any: the members with the same value as the lane; all: all members, if their values are equal.
template <typename T, bool all>
void match(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, p, a, mask, unused, unused_too] = instruction.operands;
  const std::byte* values = frame.source(a);
  u32 same[warp_size];
  for (int lane = 0; lane < warp_size; ++lane) {
    const T value = get<T>(values, lane);
    same[lane] = active & gather_bits([&](int other) { return get<T>(values, other) == value; });
  }
  const u32 first = same[std::countr_zero(active)];
  const bool equal = first == active;
  if constexpr (all) {
    if (d != no_row) fill<u32>(frame.destination(d), active, [&](int) { return equal ? active : 0u; });
    if (p != no_row) frame.set_predicate(p, equal ? all_lanes : 0, active);
  } else {
    fill<u32>(frame.destination(d), active, [&](int lane) { return same[lane]; });
  }
}

template <typename T>
T reduced(AtomicOp operation, T a, T b) {
  switch (operation) {
    case AtomicOp::add:
      return static_cast<T>(static_cast<u32>(a) + static_cast<u32>(b));
    case AtomicOp::min:
      return b < a ? b : a;
    case AtomicOp::max:
      return a < b ? b : a;
    case AtomicOp::and_:
      return a & b;
    case AtomicOp::or_:
      return a | b;
    default:
      return a ^ b;
  }
}

/// redux: operands d, a; the operation is in `immediate`.
template <typename T>
void reduce(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* values = frame.source(instruction.operands[1]);
  const auto operation = static_cast<AtomicOp>(instruction.immediate);
  T result = get<T>(values, std::countr_zero(active));
  for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1)
    result = reduced(operation, result, get<T>(values, std::countr_zero(rest)));
  fill<T>(frame.destination(instruction.operands[0]), active, [&](int) { return result; });
}

/// redux of f32: the same, for min and max.
template <typename F, bool magnitudes>
void reduce_singles(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* values = frame.source(instruction.operands[1]);
  const auto value = [&](u32 lanes) {
    const f32 x = get<f32>(values, std::countr_zero(lanes));
    return magnitudes ? std::fabs(x) : x;
  };
  f32 result = canonical(value(active));
  for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1) result = F::apply(result, value(rest));
  fill<f32>(frame.destination(instruction.operands[0]), active, [&](int) { return result; });
}

template <bool smaller>
Execute reduction_of_singles(const ptx::Modifiers& modifiers) {
  if (modifiers.nan)
    return modifiers.magnitudes ? &reduce_singles<Extreme<smaller, true>, true> : &reduce_singles<Extreme<smaller, true>, false>;
  return modifiers.magnitudes ? &reduce_singles<Extreme<smaller, false>, true> : &reduce_singles<Extreme<smaller, false>, false>;
}

/// elect: operands d, p. The lowest member leads: d is its lane number, p is true only for it.
void elect(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, p, mask, unused, unused_too, unused_three] = instruction.operands;
  const u32 leader = active & (0u - active);
  if (d != no_row) fill<u32>(frame.destination(d), active, [&](int) { return static_cast<u32>(std::countr_zero(active)); });
  if (p != no_row) frame.set_predicate(p, leader, active);
}

Operation among(Execute execute, std::array<u8, operand_slots> bytes, s8 members) {
  Operation operation{execute, bytes};
  operation.members = members;
  return operation;
}

}  // namespace

Operation select_match(const ptx::Instruction& instruction, const ptx::Function&) {
  const bool all = instruction.modifiers.vote == VoteMode::all, wide = ptx::bits(instruction.type) == 64;
  if (wide) return among(all ? &match<u64, true> : &match<u64, false>, {4, predicate_bytes, 8, 4}, 3);
  return among(all ? &match<u32, true> : &match<u32, false>, {4, predicate_bytes, 4, 4}, 3);
}

Operation select_redux(const ptx::Instruction& instruction, const ptx::Function&) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  if (instruction.type == Type::f32) {
    const bool smaller = modifiers.atomic == AtomicOp::min;
    return among(smaller ? reduction_of_singles<true>(modifiers) : reduction_of_singles<false>(modifiers), {4, 4, 4}, 2);
  }
  Operation operation = among(instruction.type == Type::s32 ? &reduce<s32> : &reduce<u32>, {4, 4, 4}, 2);
  operation.immediate = static_cast<u64>(modifiers.atomic);
  return operation;
}

Operation select_elect(const ptx::Instruction&, const ptx::Function&) { return among(&elect, {4, predicate_bytes, 4}, 2); }

}  // namespace warplens::simt::WARPLENS_ISA
