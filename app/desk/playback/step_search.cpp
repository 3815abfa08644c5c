#include "desk/playback/step_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/number_format.h"

namespace warplens::desk {
namespace {

constexpr std::uint64_t most_steps = 200'000;  // a small part of a second
constexpr std::uint64_t most_counted = 2'000'000;

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
      case StepGoal::access:
        break;  // access_step()
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

/// Steps, each named by its warp and its number among that warp's steps. Warps may take turns in another order in the trace than
/// in the history, but the steps of one warp have the same order in both.
using OwnSteps = std::set<std::pair<std::uint32_t, std::uint64_t>>;

/// The steps that access an element of the shown buffer, as far as they were recorded.
OwnSteps accesses_of(const RunTables& tables, std::uint64_t element) {
  const trace::Trace& trace = tables.trace();
  const std::uint64_t bytes = launch::bytes(tables.shown_buffer().type), first = element * bytes;
  std::vector<bool> accesses(trace.steps.size());
  std::array<trace::LaneAccess, trace::lanes> lanes;
  for (std::size_t row = 0; row < trace.accesses.size(); ++row) {
    if (trace.accesses.buffer[row] != tables.run.shown || trace.accesses.space[row] != trace::MemorySpace::global) continue;
    const int count = unpack(trace, row, lanes);
    for (int k = 0; k < count; ++k)
      if (lanes[k].offset < first + bytes && lanes[k].offset + trace.accesses.bytes[row] > first)
        accesses[trace.accesses.step[row]] = true;
  }
  OwnSteps found;
  std::unordered_map<std::uint32_t, std::uint64_t> done;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    const std::uint32_t warp = trace.steps.warp[step];
    const std::uint64_t own = done[warp]++;
    if (accesses[step]) found.emplace(warp, own);
  }
  return found;
}

/// The first step after `from` that accesses the chosen element, or the last one before it.
std::optional<std::uint64_t> access_step(const Stepping& stepping, launch::History& history, std::uint64_t from, bool back) {
  const OwnSteps wanted = accesses_of(*stepping.asked->tables, stepping.element);
  std::unordered_map<std::uint32_t, std::uint64_t> done;
  std::optional<std::uint64_t> before;
  history.go_to(0);
  const std::uint64_t end = back ? from : std::min(history.length(), from + most_steps) + 1;
  for (std::uint64_t step = 1; step < end; ++step) {
    history.go_to(step);
    const auto last = history.last_step();
    if (!last || !wanted.contains({last->warp, done[last->warp]++})) continue;
    if (step > from) return step;
    if (step < from) before = step;
  }
  return back ? before : std::nullopt;
}

/// The step of the history that is number `own` of a warp's; nothing if there is none among the steps that are looked at.
std::optional<std::uint64_t> step_of(launch::History& history, std::uint32_t warp, std::uint64_t own) {
  history.go_to(0);
  for (std::uint64_t step = 1; step <= std::min(history.length(), most_counted); ++step) {
    history.go_to(step);
    if (const auto last = history.last_step(); last && last->warp == warp && own-- == 0) return step;
  }
  return std::nullopt;
}

}  // namespace

base::Result<std::uint64_t> own_steps(Stepping& stepping) {
  if (!stepping.ready()) return base::error("The launch is not paused yet");
  if (!stepping.launch.history) return base::error("These are your own steps: first press “Run this order”");
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step();
  if (from > most_counted)
    return base::error("This is too far into the run: ask in its first " + base::grouped(most_counted) + " steps");
  std::uint64_t own = 0;
  history.go_to(0);
  while (history.step() < from) {
    history.go_to(history.step() + 1);
    if (const auto last = history.last_step(); last && last->warp == stepping.warp) ++own;
  }
  return own;
}

void go_to_trace_step(Stepping& stepping, std::uint32_t row, std::uint32_t lane) {
  if (!stepping.ready() || !stepping.launch.history) return;
  const trace::Steps& steps = stepping.launch.request.tables->trace().steps;
  if (row >= steps.size()) return;
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step();
  const auto own = std::count(steps.warp.begin(), steps.warp.begin() + static_cast<std::ptrdiff_t>(row), steps.warp[row]);
  const auto step = step_of(history, steps.warp[row], static_cast<std::uint64_t>(own));
  go_to_step(stepping, step.value_or(from));
  if (step) choose_warp(stepping, steps.warp[row], lane);
}

base::Status search_step(Stepping& stepping, StepGoal goal, bool back) {
  if (!stepping.ready() || !stepping.asked) return base::Nothing{};
  if (!stepping.launch.history) return base::error("Only the steps as they ran can be searched");
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step();
  const bool access = goal == StepGoal::access;
  const auto found = access ? access_step(stepping, history, from, back)
                     : back ? step_before(stepping, history, goal, from)
                            : next_step(stepping, history, goal, from);
  if (found) {
    const std::uint32_t warp = stepping.warp;
    go_to_step(stepping, *found);
    if (access || stepping.warp == warp) return base::Nothing{};
    return base::error("That warp has ended; another one is looked at now");
  }
  history.go_to(from);
  const std::string which = back ? "earlier " : "further ";
  if (access) {
    const bool whole = stepping.asked->tables->trace().truncation == trace::Truncation::none;
    return base::error("There is no " + which + "access of " + stepped_element_name(stepping) +
                       (whole ? "" : " in the part of the run that was recorded"));
  }
  constexpr const char* names[] = {"line", "divergence", "barrier"};
  return base::error("This warp has no " + which + names[static_cast<std::size_t>(goal)]);
}

}  // namespace warplens::desk
