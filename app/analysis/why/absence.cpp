#include "analysis/why/absence.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/number_format.h"

namespace warplens::analysis {
namespace {

/// The steps that a thread executed, in order.
std::vector<std::uint32_t> steps_of_thread(const Executed& executed, std::uint64_t thread) {
  const int lane = executed.lane_of(thread);
  std::vector<std::uint32_t> steps;
  for (const std::uint32_t step : executed.steps_of(executed.warp_of(thread)))
    if ((executed.trace().steps.active[step] >> lane & 1) != 0) steps.push_back(step);
  return steps;
}

bool is_guarded(const ptx::Instruction* instruction) { return instruction != nullptr && instruction->guard != ptx::no_index; }

}  // namespace

std::string condition_text(const Expression& condition) {
  constexpr std::size_t most_read = 80;  // characters, for a part of a sentence
  if (condition.operands.size() != 2 || !condition.bits) return text_of(condition);
  // One operand decides whether any of them, or not all of them, hold.
  const bool any = condition.text == "||" && *condition.bits != 0, not_all = condition.text == "&&" && *condition.bits == 0;
  for (const Expression& operand : condition.operands)
    if ((any && operand.bits.value_or(0) != 0) || (not_all && operand.bits.value_or(1) == 0)) return condition_text(operand);
  Expression truth = condition;
  if (*condition.bits == 0) truth.text = opposite(condition.text);
  if (truth.text.empty() || condition.text == "&&" || condition.text == "||")
    return text_of(condition) + (*condition.bits != 0 ? "" : " is false");
  const std::string left = value_text(truth.operands[0]), right = value_text(truth.operands[1]);
  const std::string source = text_of(truth), numbers = left + " " + truth.text + " " + right;
  if (left.empty() || right.empty() || numbers == source) return source;
  return numbers.size() + source.size() > most_read ? numbers : numbers + " (" + source + ")";
}

std::optional<Cause> why_absent(const Executed& executed, std::uint64_t thread, std::uint32_t step) {
  const trace::Steps& steps = executed.trace().steps;
  const std::uint32_t active = steps.active[step];
  const int lane = executed.lane_of(thread);
  if (active == 0 || (steps.warp[step] == executed.warp_of(thread) && (active >> lane & 1) != 0)) return std::nullopt;
  const std::uint64_t other = executed.thread(step, std::countr_zero(active));
  const std::vector<std::uint32_t> own = steps_of_thread(executed, thread), there = steps_of_thread(executed, other);
  const auto same = [&](std::uint32_t a, std::uint32_t b) { return steps.instruction[a] == steps.instruction[b]; };
  const auto [at, at_other] = std::mismatch(own.begin(), own.end(), there.begin(), there.end(), same);
  if (at_other == there.end() || *at_other > step) return std::nullopt;
  // One of the two executed a guarded instruction here, which the other did not: a branch that only one of them took.
  const bool own_guard = at != own.end() && is_guarded(executed.instruction(*at));
  if (!own_guard && (!is_guarded(executed.instruction(*at_other)) || own.empty())) return std::nullopt;
  const std::uint32_t decision = own_guard ? *at : *at_other;
  const std::uint32_t when = at != own.end() ? *at : own.back();
  Slices slices(executed);
  const std::string text = condition_text(slices.before(when, lane, executed.instruction(decision)->guard));
  const ptx::Instruction* const last = executed.instruction(own.back());
  const bool left = last == nullptr || last->opcode == ptx::Opcode::ret || last->opcode == ptx::Opcode::exit;
  const std::string line = std::to_string(executed.line(decision));
  Cause cause =
      executed.cause(executed.thread_first(thread) + (left && own.end() - at <= 2 ? " left the kernel" : " went another way") +
                         " at line " + line + (text == "…" ? "." : ", since " + text + "."),
                     own_guard ? decision : when, thread);
  cause.line = executed.line(decision);
  return cause;
}

Answer why_idle(const Executed& executed, std::uint64_t thread, std::uint32_t step) {
  Answer answer;
  answer.question = "Why did " + executed.thread_text(thread) + " take no part in step " + base::grouped(std::uint64_t{step}) +
                    ", at line " + std::to_string(executed.line(step)) + "?";
  if (auto cause = why_absent(executed, thread, step))
    answer.answers.push_back(std::move(*cause));
  else
    answer.missing = "The trace does not show where it left the lanes that did.";
  return answer;
}

}  // namespace warplens::analysis
