#include "analysis/why/lane_steps.h"

#include <algorithm>
#include <utility>

namespace warplens::analysis {

LaneSteps::LaneSteps(const Executed& executed, std::uint32_t step, int lane)
    : executed_(executed),
      steps_(executed.steps_of(executed.trace().steps.warp[step])),
      at_(std::ranges::lower_bound(steps_, step)),
      lane_(lane),
      next_(step) {}

std::optional<std::uint32_t> LaneSteps::own_step_before() {
  while (at_ != steps_.begin())
    if ((executed_.trace().steps.active[*--at_] >> lane_ & 1) != 0) return *at_;
  return std::nullopt;
}

/// Whether a call has led the lane to the first instruction of the function that it calls.
bool LaneSteps::has_entered(std::uint32_t call, std::uint32_t next) const {
  const ptx::Instruction* const instruction = executed_.instruction(call);
  if (instruction == nullptr || instruction->opcode != ptx::Opcode::call) return false;
  const auto place = executed_.listing().place(executed_.trace().steps.instruction[next]);
  const ptx::Operand& callee = instruction->operands[instruction->destinations];
  return place.instruction == 0 && (callee.kind != ptx::OperandKind::function || callee.index == place.function);
}

std::optional<std::uint32_t> LaneSteps::back() {
  returned_.reset();
  if (caller_) return std::nullopt;
  std::size_t deep = 0;  // calls whose end has been passed, and not yet their beginning
  while (const auto step = own_step_before()) {
    const std::uint32_t next = std::exchange(next_, *step);
    if (has_entered(*step, next)) {
      if (deep == 0) {
        caller_ = step;
        return std::nullopt;
      }
      if (--deep == 0) return step;
      continue;
    }
    const ptx::Instruction* const instruction = executed_.instruction(*step);
    const bool returns = instruction == nullptr || instruction->opcode == ptx::Opcode::ret;
    if (returns && deep++ == 0) returned_ = step;
    if (deep == 0) return step;
  }
  return std::nullopt;
}

}  // namespace warplens::analysis
