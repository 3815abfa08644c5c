#include "analysis/why/decision.h"

#include <algorithm>

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

}  // namespace

std::optional<Decision> decision_of(const Executed& executed, std::uint32_t step, int lane) {
  const ptx::Instruction* const instruction = executed.instruction(step);
  if (instruction == nullptr) return std::nullopt;
  Slices slices(executed);
  if (instruction->guard != ptx::no_index) return Decision{slices.before(step, lane, instruction->guard), executed.line(step)};
  const std::uint32_t function = executed.function(step);
  const ptx::Function& code = executed.module().functions[function];
  const ptx::ControlFlow flow = ptx::control_flow(code);
  const auto block_of = [&](std::uint32_t at) {
    return flow.block_of[executed.listing().place(executed.trace().steps.instruction[at]).instruction];
  };
  const std::uint32_t block = block_of(step);
  const std::vector<std::uint32_t>& steps = executed.steps_of(executed.trace().steps.warp[step]);
  std::uint32_t later = step;  // the lane's own step after the one that is looked at
  for (auto at = std::ranges::lower_bound(steps, step); at != steps.begin();) {
    const std::uint32_t earlier = *--at;
    const bool own = (executed.trace().steps.active[earlier] >> lane & 1) != 0;
    if (!own || executed.function(earlier) != function || executed.instruction(earlier) == nullptr) continue;
    const std::uint32_t from = block_of(earlier);
    const ptx::Instruction& last = code.instructions[flow.blocks[from].last];
    if (last.guard != ptx::no_index && last.opcode == ptx::Opcode::bra && decides(flow, from, block)) {
      return Decision{slices.before(later, lane, last.guard),
                      ptx::source_place(executed.module(), code, flow.blocks[from].last).line};
    }
    later = earlier;
  }
  return std::nullopt;
}

}  // namespace warplens::analysis
