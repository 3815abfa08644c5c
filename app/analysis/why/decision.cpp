#include "analysis/why/decision.h"

#include <algorithm>

#include "analysis/why/lane_steps.h"
#include "ptx/flow/cfg.h"
#include "ptx/parse/source_place.h"

namespace warplens::analysis {
namespace {

bool is_after_all(const ptx::ControlFlow& flow, std::uint32_t block, std::uint32_t from) {
  while (from != flow.exit && from != block) from = flow.blocks[from].immediate_post_dominator;
  return from == block;
}

/// Whether a branch at the end of `from` decides whether `block` is executed.
bool decides(const ptx::ControlFlow& flow, std::uint32_t from, std::uint32_t block) {
  const std::vector<std::uint32_t>& ways = flow.blocks[from].successors;
  const auto leads_there = [&](std::uint32_t way) { return is_after_all(flow, block, way); };
  return ways.size() > 1 && std::ranges::any_of(ways, leads_there) && !std::ranges::all_of(ways, leads_there);
}

/// Per block, whether it can come after `from`, or is it.
std::vector<bool> reached_from(const ptx::ControlFlow& flow, std::uint32_t from) {
  std::vector<bool> reached(flow.blocks.size() + 1);
  std::vector<std::uint32_t> next{from};
  while (!next.empty()) {
    const std::uint32_t block = next.back();
    next.pop_back();
    if (reached[block]) continue;
    reached[block] = true;
    if (block < flow.blocks.size())
      next.insert(next.end(), flow.blocks[block].successors.begin(), flow.blocks[block].successors.end());
  }
  return reached;
}

/// Whether a branch at the end of `from`, which has led to `taken`, goes round a loop that its other way leaves.
bool goes_round(const ptx::ControlFlow& flow, std::uint32_t from, std::uint32_t taken) {
  return reached_from(flow, taken)[from] && std::ranges::any_of(flow.blocks[from].successors, [&](std::uint32_t way) {
           return way != taken && !reached_from(flow, way)[from];
         });
}

/// `others`: null: whatever the condition chose between.
std::optional<Decision> find_decision(const Executed& executed, std::uint32_t step, int lane,
                                      const std::vector<std::uint32_t>* others) {
  const ptx::Instruction* const instruction = executed.instruction(step);
  if (instruction == nullptr) return std::nullopt;
  Slices slices(executed);
  if (instruction->guard != ptx::no_index) return Decision{slices.before(step, lane, instruction->guard), executed.line(step)};
  const ptx::Function& code = executed.module().functions[executed.function(step)];
  const ptx::ControlFlow flow = ptx::control_flow(code);
  const auto block_of = [&](std::uint32_t at) {
    return flow.block_of[executed.listing().place(executed.trace().steps.instruction[at]).instruction];
  };
  const auto chooses = [&](std::uint32_t from, std::uint32_t taken) {
    if (others == nullptr) return true;
    const std::vector<bool> after = reached_from(flow, taken);
    const auto is_left_out = [&](std::uint32_t other) { return !after[flow.block_of[other]]; };
    return !goes_round(flow, from, taken) && std::ranges::any_of(*others, is_left_out);
  };
  std::uint32_t block = block_of(step), later = step;  // the lane's own step after the one that is looked at
  LaneSteps before(executed, step, lane);
  while (const auto earlier = before.back()) {
    if (executed.instruction(*earlier) == nullptr) continue;
    const std::uint32_t from = block_of(*earlier);
    const std::uint32_t end = flow.blocks[from].last;
    const ptx::Instruction& last = code.instructions[end];
    if (last.guard != ptx::no_index && last.opcode == ptx::Opcode::bra && decides(flow, from, block)) {
      if (chooses(from, block_of(later)))
        return Decision{slices.before(later, lane, last.guard), ptx::source_place(executed.module(), code, end).line};
      block = from;
    }
    later = *earlier;
  }
  return before.caller() && others == nullptr ? find_decision(executed, *before.caller(), lane, nullptr) : std::nullopt;
}

}  // namespace

std::optional<Decision> decision_of(const Executed& executed, std::uint32_t step, int lane) {
  return find_decision(executed, step, lane, nullptr);
}

std::optional<Decision> decision_between(const Executed& executed, std::uint32_t step, int lane,
                                         const std::vector<std::uint32_t>& others) {
  return find_decision(executed, step, lane, &others);
}

}  // namespace warplens::analysis
