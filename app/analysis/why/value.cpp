#include "analysis/why/value.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "analysis/why/lane_steps.h"
#include "analysis/why/origins.h"
#include "ptx/debug/debug_variables.h"
#include "ptx/flow/local_pointers.h"
#include "ptx/flow/register_names.h"
#include "ptx/flow/registers.h"

namespace warplens::analysis {
namespace {

using ptx::VariableHome;

/// Where a value is before a step.
struct Held {
  VariableHome home;
  ptx::Type type = ptx::Type::none;
  bool unset = false;  ///< nothing can have written it
  bool kept = true;    ///< by the compiler
};

/// Answers one question.
class ValueAnswer {
 public:
  ValueAnswer(const Executed& executed, const ThreadValue& asked, const ValueSource& source)
      : executed_(executed), asked_(asked), source_(source), lane_(executed.lane_of(asked.thread)) {}

  base::Result<Answer> answer() {
    if (const base::Status found = find_moment(); !found) return found.error();
    Answer answer;
    Slices slices(executed_);
    const Expression value = held_.unset ? Expression() : value_of(slices);
    Origins origins(executed_);
    const std::string number = value_text(value), who = executed_.thread_text(asked_.thread);
    if (is_lost_)
      return Answer{"Why is " + asked_.name + " what it is in " + who + "?",
                    {},
                    "The run does not show where it is in the thread's memory."};
    const bool argument = !held_.unset && is_argument(value);
    if (!argument && (held_.unset || !set_by_)) {
      answer.question = "Why is " + asked_.name + " unset in " + who + "?";
      Cause cause = executed_.cause(executed_.thread_first(asked_.thread) + " has not set " + asked_.name + " before line " +
                                        std::to_string(executed_.line(step_)) + ".",
                                    step_, asked_.thread);
      answer.answers.push_back(std::move(cause));
      return answer;
    }
    answer.question = "Why is " + asked_.name + " " + (number.empty() ? "what it is" : number) + " in " + who + "?";
    if (argument)
      answer.answers.push_back(argument_cause(value));
    else
      answer.answers.push_back(origins.of_value(asked_.name, slices, value, *set_by_, lane_, other_writes()));
    if (origins.cut()) answer.missing = "The value was computed from more than this answer follows.";
    return answer;
  }

 private:
  /// Find the step of the thread before which the value is asked about, and where the value is then.
  base::Status find_moment() {
    std::vector<std::uint32_t> own;
    std::optional<std::size_t> at;
    const std::vector<std::uint32_t>& steps = executed_.steps_of(executed_.warp_of(asked_.thread));
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if ((executed_.trace().steps.active[steps[k]] >> lane_ & 1) == 0) continue;
      if (asked_.after && k >= *asked_.after && !at) at = own.size();
      own.push_back(steps[k]);
    }
    const std::string who = executed_.thread_text(asked_.thread);
    const bool cut = executed_.trace().truncation != trace::Truncation::none;
    if (asked_.after && !at)
      return base::error(who + " has no step after these " + std::to_string(*asked_.after) + " of its warp" +
                         (cut ? " in the part of the run that was recorded" : ""));
    for (std::size_t k = at ? *at + 1 : own.size(); k-- > 0 && !(at && k < *at);) {
      step_ = own[k];
      const auto held = held_before(step_);
      if (!held) continue;
      held_ = *held;
      if (at || (!held_.unset && held_.kept)) break;
    }
    if (!held_.kept) return base::error("the compiler has not kept " + asked_.name + " there");
    if (held_.type == ptx::Type::none)
      return base::error(who + " has no variable or register " + asked_.name + (at ? " there" : ""));
    return base::Nothing{};
  }

  /// Where the value is before a step of the thread; nothing if none of this name is in scope.
  std::optional<Held> held_before(std::uint32_t step) {
    const auto place = executed_.listing().place(executed_.trace().steps.instruction[step]);
    const ptx::Function& function = executed_.module().functions[place.function];
    const auto reg = std::ranges::find(function.registers, asked_.name, &ptx::Register::name);
    if (reg != function.registers.end()) {
      Held held;
      held.home.index = static_cast<std::uint32_t>(reg - function.registers.begin());
      held.type = reg->type;
      return held;
    }
    const ptx::DebugVariable* inner = nullptr;  // of several of this name, the one with the smallest scope
    for (const ptx::DebugVariable& variable : variables_of(place.function)) {
      if (variable.name != asked_.name || place.instruction < variable.first || place.instruction >= variable.last) continue;
      if (inner == nullptr || variable.last - variable.first <= inner->last - inner->first) inner = &variable;
    }
    if (inner != nullptr) {
      const ptx::HomeAt found = ptx::home_at(*inner, place.instruction);
      return Held{found.home == nullptr ? VariableHome() : *found.home, inner->value, found.unset,
                  found.unset || found.home != nullptr};
    }
    const bool is_proven = place.function == executed_.launch().entry && variables_of(place.function).empty();
    return is_proven ? proven_in(function) : std::nullopt;
  }

  /// The register that certainly holds the variable, in optimised code.
  std::optional<Held> proven_in(const ptx::Function& function) {
    if (!names_ && !source_.text.empty()) names_ = ptx::register_names(function, source_.text, source_.file);
    if (!names_) return std::nullopt;
    const auto named = std::ranges::find(*names_, asked_.name, &ptx::RegisterName::name);
    if (named == names_->end()) return std::nullopt;
    Held held;
    held.home.index = static_cast<std::uint32_t>(named - names_->begin());
    held.type = named->type == "float" ? ptx::Type::f32 : named->type == "unsigned" ? ptx::Type::u32 : ptx::Type::s32;
    return held;
  }

  const std::vector<ptx::DebugVariable>& variables_of(std::uint32_t function) {
    const auto [known, is_new] = variables_.try_emplace(function);
    if (is_new) known->second = ptx::debug_variables(executed_.module(), function);
    return known->second;
  }

  /// The value, as computed; fills in the step that has set it.
  Expression value_of(Slices& slices) {
    Expression value;
    switch (held_.home.kind) {
      case VariableHome::Kind::reg:
        set_by_ = set_in(slices, held_.home.index);
        value = slices.of_register(step_, lane_, held_.home.index, held_.type);
        break;
      case VariableHome::Kind::local:
        pointers_.emplace(executed_.module(), executed_.module().functions[executed_.function(step_)]);
        if (const auto location = local_location(); !location)
          is_lost_ = true;
        else if (const auto store = slices.local_store(*location, step_, lane_)) {
          set_by_ = store->step;
          value = slices.stored(*store);
          if (!value.bits && value.kind != Expression::Kind::unknown) value.bits = store->stored;
        }
        break;
      case VariableHome::Kind::parameter:
        value = slices.of_parameter(step_, lane_, ptx::OperandKind::parameter, held_.home.index,
                                    static_cast<std::int64_t>(held_.home.offset), held_.type);
        break;
    }
    const bool pointer = held_.type == ptx::Type::b64, truth = value.type == ptx::Type::pred || held_.type == ptx::Type::pred;
    const bool same = ptx::bits(value.type) == ptx::bits(held_.type) || (truth && value.bits.value_or(0) <= 1);
    if (pointer) value.bits.reset();
    if (same && !pointer && ptx::kind(held_.type) != ptx::TypeKind::bits) value.type = held_.type;
    return value;
  }

  /// Where a variable in the thread's own memory is. Another access tells it, if its place in the same variable is known: one of
  /// the same call, or of the kernel itself at any time.
  std::optional<Location> local_location() const {
    LaneSteps earlier(executed_, step_, lane_);
    while (const auto step = earlier.back())
      if (auto location = location_by(*step)) return location;
    const std::vector<std::uint32_t>& steps = executed_.steps_of(executed_.warp_of(asked_.thread));
    for (auto at = std::ranges::lower_bound(steps, step_); at != steps.end() && !earlier.caller(); ++at)
      if (executed_.function(*at) == executed_.launch().entry && (executed_.trace().steps.active[*at] >> lane_ & 1) != 0)
        if (auto location = location_by(*at)) return location;
    return std::nullopt;
  }

  std::optional<Location> location_by(std::uint32_t step) const {
    const ptx::Instruction* const instruction = executed_.instruction(step);
    const std::uint32_t row = executed_.trace().steps.access[step];
    if (instruction == nullptr || row == trace::no_row) return std::nullopt;
    for (std::size_t o = 0; o < instruction->operands.size(); ++o) {
      const auto place = pointers_->accessed(*instruction, o);
      if (!place || place->variable != held_.home.index) continue;
      Location location = executed_.location(row, lane_);
      if (location.space != trace::MemorySpace::local) continue;
      location.offset = location.offset - static_cast<std::uint64_t>(place->offset) + held_.home.offset;
      location.bytes = static_cast<std::uint32_t>(std::max(ptx::bits(held_.type) / 8, 1));
      return location;
    }
    return std::nullopt;
  }

  bool is_argument(const Expression& value) const {
    const std::vector<std::string>& names = executed_.launch().argument_names;
    return (!set_by_ && held_.home.kind == VariableHome::Kind::parameter) ||
           ((value.kind == Expression::Kind::own || value.kind == Expression::Kind::unknown) && !value.text.empty() &&
            std::ranges::find(names, value.text) != names.end());
  }

  /// An argument of the kernel, which it has from the start.
  Cause argument_cause(const Expression& value) const {
    const std::string number = value_text(value);
    const bool other_name = value.text != asked_.name && !value.text.empty();
    const std::string text = asked_.name + (other_name ? " is " + value.text + "," : " is") + " an argument of the launch" +
                             (number.empty() ? "." : ": " + number + ".");
    return executed_.cause(text, set_by_.value_or(executed_.steps_of(executed_.warp_of(asked_.thread)).front()), asked_.thread);
  }

  /// The instructions that set the value, but for the one that has. None where a function that was called has set it, through a
  /// pointer.
  std::vector<std::uint32_t> other_writes() const {
    if (executed_.function(*set_by_) != executed_.function(step_)) return {};
    std::vector<std::uint32_t> writes = held_.home.kind == VariableHome::Kind::local ? held_.home.writes : writes_of(merged_);
    const std::uint32_t step = merged_by_.value_or(*set_by_);
    const std::uint32_t own = executed_.listing().place(executed_.trace().steps.instruction[step]).instruction;
    std::erase(writes, own);
    return writes;
  }

  /// The step that has set a register. Where ways of a branch meet, compilers copy a value into a register that all of them
  /// write, and that one into the variable's. The value comes from before these copies.
  std::optional<std::uint32_t> set_in(const Slices& slices, std::uint32_t reg) {
    merged_ = reg;
    auto step = slices.definition(step_, lane_, reg);
    const bool is_debug = !variables_of(executed_.function(step_)).empty();  // each assignment has a register of its own
    while (step) {
      const ptx::Instruction& instruction = *executed_.instruction(*step);
      if (instruction.opcode != ptx::Opcode::mov || instruction.operands[1].kind != ptx::OperandKind::reg) break;
      const bool into = is_debug && is_merged(instruction.operands[0].index);
      if (!into && !is_merged(instruction.operands[1].index)) break;
      const auto earlier = slices.definition(*step, lane_, instruction.operands[1].index);
      if (!earlier) break;
      if (!into) merged_ = instruction.operands[1].index;
      merged_by_ = into ? step : earlier;
      step = earlier;
      if (into) break;
    }
    return step;
  }

  /// The instructions of the function that write a register.
  std::vector<std::uint32_t> writes_of(std::uint32_t reg) const {
    const std::vector<ptx::Instruction>& code = executed_.module().functions[executed_.function(step_)].instructions;
    std::vector<std::uint32_t> writes;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      bool found = false;
      ptx::each_defined(code[i], [&](std::uint32_t r) { found = found || r == reg; });
      if (found) writes.push_back(i);
    }
    return writes;
  }
  bool is_merged(std::uint32_t reg) const { return writes_of(reg).size() > 1; }

  const Executed& executed_;
  const ThreadValue& asked_;
  const ValueSource source_;
  const int lane_;
  std::uint32_t step_ = trace::no_row;  ///< the value is asked about before it
  Held held_;
  std::optional<std::uint32_t> set_by_;
  std::optional<ptx::LocalPointers> pointers_;  ///< of the function, for a variable in local memory
  bool is_lost_ = false;                        ///< its place in local memory is not known
  std::uint32_t merged_ = ptx::no_index;        ///< the register that each way has set, where several meet
  std::optional<std::uint32_t> merged_by_;      ///< the step that wrote it
  std::map<std::uint32_t, std::vector<ptx::DebugVariable>> variables_;  ///< per function
  std::optional<std::vector<ptx::RegisterName>> names_;                 ///< of the entry
};

}  // namespace

base::Result<Answer> why_value(const Executed& executed, const ThreadValue& value, const ValueSource& source) {
  return ValueAnswer(executed, value, source).answer();
}

}  // namespace warplens::analysis
