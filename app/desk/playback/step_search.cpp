#include "desk/playback/step_search.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace warplens::desk {
namespace {

constexpr std::uint64_t most_steps = 200'000;  // a small part of a second

/// Tells of each of the chosen warp's steps in turn whether it is what is looked for.
class Finder {
 public:
  /// `from_start`: nothing of the warp comes before what finds() is asked about.
  Finder(const Stepping& stepping, StepGoal goal, bool from_start)
      : stepping_(stepping), tables_(*stepping.asked->tables), goal_(goal), from_start_(from_start) {}

  /// Whether the history's last step is; steps of other warps are not.
  bool finds(const launch::History& history) {
    const std::optional<launch::Step> step = history.last_step();
    if (!step || step->warp != stepping_.warp) return false;
    const std::optional<launch::Step> before = std::exchange(before_, step);
    switch (goal_) {
      case StepGoal::line:
        return line_of(*step) > 0 && (before ? line_of(*step) != line_of(*before) : from_start_);
      case StepGoal::divergence:
        return before && step->lanes != before->lanes && (step->lanes & ~before->lanes) == 0;
      case StepGoal::barrier: {
        const ptx::Instruction* instruction = tables_.listing.instruction(*tables_.run.launch.module, step->instruction);
        return instruction != nullptr &&
               (instruction->opcode == ptx::Opcode::bar || instruction->opcode == ptx::Opcode::barrier) &&
               instruction->modifiers.barrier != ptx::BarrierMode::warp_sync;
      }
    }
    return false;
  }

 private:
  std::uint32_t line_of(const launch::Step& step) const {
    return step.instruction < tables_.link.cuda_line.size() ? tables_.link.cuda_line[step.instruction] : 0;
  }

  const Stepping& stepping_;
  const RunTables& tables_;
  const StepGoal goal_;
  const bool from_start_;
  std::optional<launch::Step> before_;  ///< of the warp
};

/// The first such step after `from`.
std::optional<std::uint64_t> next_step(const Stepping& stepping, launch::History& history, StepGoal goal, std::uint64_t from) {
  Finder finder(stepping, goal, true);
  (void)finder.finds(history);  // the step that is shown, if it is the warp's
  const std::uint64_t end = std::min(history.length(), from + most_steps);
  for (std::uint64_t step = from + 1; step <= end; ++step) {
    history.go_to(step);
    if (finder.finds(history)) return step;
  }
  return std::nullopt;
}

/// The last such step before `from`. A history is slow to step back, so go forward through the 1,000 steps before `from`, then
/// through longer and longer stretches before it.
std::optional<std::uint64_t> step_before(const Stepping& stepping, launch::History& history, StepGoal goal, std::uint64_t from) {
  for (std::uint64_t part = 1000; part <= most_steps; part *= 14) {
    const std::uint64_t begin = from - std::min(from, part);
    Finder finder(stepping, goal, begin == 0);
    std::optional<std::uint64_t> found;
    history.go_to(begin);
    if (begin > 0) (void)finder.finds(history);  // what came before it is not known
    for (std::uint64_t step = begin + 1; step < from; ++step) {
      history.go_to(step);
      if (finder.finds(history)) found = step;
    }
    if (found || begin == 0) return found;
  }
  return std::nullopt;
}

}  // namespace

base::Status search_step(Stepping& stepping, StepGoal goal, bool back) {
  if (!stepping.ready() || !stepping.asked) return base::Nothing{};
  if (!stepping.launch.history) return base::error("Only the steps as they ran can be searched");
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step();
  const auto found = back ? step_before(stepping, history, goal, from) : next_step(stepping, history, goal, from);
  if (found) {
    go_to_step(stepping, *found);
    return base::Nothing{};
  }
  history.go_to(from);
  constexpr const char* names[] = {"line", "divergence", "barrier"};
  return base::error(std::string("This warp has no ") + (back ? "earlier " : "further ") + names[static_cast<std::size_t>(goal)]);
}

}  // namespace warplens::desk
