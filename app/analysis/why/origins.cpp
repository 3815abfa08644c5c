#include "analysis/why/origins.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
#include <utility>

#include "analysis/why/absence.h"
#include "analysis/why/decision.h"
#include "base/number_format.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t max_shown_loads = 4, max_formula = 90, max_races = 3, max_sources = 2, max_depth = 3;
/// Of writes after a load, only the next ones can have been meant for it.
constexpr std::size_t max_later_writes = 64;

/// "tile[0] to tile[31]", "a[3]", "5 elements of a".
std::string group_text(const Executed& executed, const std::vector<const Expression*>& loads) {
  if (loads.size() == 1) return loads.front()->text;
  std::vector<std::uint64_t> elements;
  for (const Expression* load : loads)
    elements.push_back(executed.element_index(executed.location(load->load.row, load->load.lane)));
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  const Location first = executed.location(loads.front()->load.row, loads.front()->load.lane);
  const std::string array = executed.array_name(first);
  if (array.empty()) return base::counted(loads.size(), "value");
  if (elements.size() == 1) return executed.element_name(first, elements.front());
  if (elements.back() - elements.front() + 1 == elements.size())
    return executed.element_name(first, elements.front()) + " to " + executed.element_name(first, elements.back());
  return base::counted(elements.size(), "element") + " of " + array;
}

/// The first condition that has chosen the value, if it is short: ", since 7 > 5 (in[7] > 5)".
std::string choice(const Slices& slices) {
  const std::string text = slices.choices().empty() ? "" : condition_text(slices.choices().front());
  return text.empty() || text.size() > max_formula ? "" : ", since " + text;
}

/// ", since 7 > 5 (in[7] > 5) at line 6"; empty where that says nothing, or too much.
std::string words_of(const Decision& decision) {
  const std::string text = condition_text(decision.condition);
  const bool says_something = !text.empty() && text.size() <= max_formula && text.find("…") == std::string::npos;
  return says_something ? ", since " + text + " at line " + std::to_string(decision.line) : "";
}

}  // namespace

Origins::Origins(const Executed& executed) : executed_(executed) {}

Cause Origins::of_write(const Location& location, const std::vector<LaneStep>& writes, std::size_t times) {
  ++sentences_;
  const LaneStep& write = writes[times - 1];
  const std::uint64_t thread = executed_.thread(write.step, write.lane);
  const std::string name = executed_.name(location), line = std::to_string(executed_.line(write.step));
  Slices slices(executed_);
  const Expression value = slices.stored(write);
  cut_ = cut_ || slices.cut();
  std::vector<const Expression*> loads = loads_of(value);
  if (loads.size() > max_shown_loads) std::ranges::sort(loads, {}, [](const Expression* load) { return load->load.row; });
  const bool atomic = write.kind == trace::AccessKind::atomic;
  const std::string stored = floating_text(location, value, write.stored);
  std::string text;
  if (atomic) {
    text = " updated " + name + " atomically at line " + line + ", from " + floating_text(location, value, write.value) + " to " +
           stored;
    text += times > 1 ? ", the last of " + base::grouped(times) + " updates" : "";
  } else {
    text = " wrote " + stored + " to " + name + " at line " + line;
    if (times > 1 && depth_ == 0) text += ", the last of " + base::grouped(times) + " writes";
    text += formula(value, loads) + choice(slices);
    if (slices.choices().empty()) text += decision(location, write);
    text += overwritten(location, loads, writes, times);
  }
  Cause cause = executed_.cause(executed_.thread_first(thread) + text + ".", write.step, thread);
  cause.element = name;
  if (!atomic) explain_loads(location, loads, cause);
  return cause;
}

Cause Origins::of_value(const std::string& name, const Slices& slices, const Expression& value, std::uint32_t step, int lane,
                        const std::vector<std::uint32_t>& others) {
  ++sentences_;
  cut_ = cut_ || slices.cut();
  std::vector<const Expression*> loads = loads_of(value);
  if (loads.size() > max_shown_loads) std::ranges::sort(loads, {}, [](const Expression* load) { return load->load.row; });
  const std::string number = value_text(value);
  std::string text =
      " set " + name + (number.empty() ? "" : " to " + number) + " at line " + std::to_string(executed_.line(step));
  const bool compared = value.kind == Expression::Kind::operation && !opposite(value.text).empty();
  const std::string condition = compared ? condition_text(value) : "";
  text += compared && !condition.empty() && condition.size() <= max_formula ? ", since " + condition : formula(value, loads);
  text += choice(slices);
  const bool chosen = others.empty() || !slices.choices().empty();
  if (const auto found = chosen ? std::nullopt : decision_between(executed_, step, lane, others)) text += words_of(*found);
  const std::uint64_t thread = executed_.thread(step, lane);
  Cause cause = executed_.cause(executed_.thread_first(thread) + text + ".", step, thread);
  explain_loads(std::nullopt, loads, cause);
  return cause;
}

/// The condition that led the thread to its write: ", since 7 > 5 (in[7] > 5) at line 6". Empty for a condition without data,
/// such as the usual guard, unless another line writes to the same array.
std::string Origins::decision(const Location& location, const LaneStep& write) const {
  const std::optional<Decision> found = decision_of(executed_, write.step, write.lane);
  const bool told = found && (!loads_of(found->condition).empty() || (depth_ == 0 && is_written_elsewhere(location, write)));
  return told ? words_of(*found) : "";
}

/// Whether the array of a write is also written at another line.
bool Origins::is_written_elsewhere(const Location& location, const LaneStep& write) const {
  const trace::Trace& trace = executed_.trace();
  const std::uint32_t line = executed_.line(write.step);
  std::vector<bool> seen(executed_.listing().size());  // instructions, each of which is looked at once
  for (std::uint32_t row = 0; row < trace.accesses.size(); ++row) {
    const std::uint32_t step = trace.accesses.step[row], instruction = trace.steps.instruction[step];
    if (trace.accesses.kind[row] == trace::AccessKind::read || trace.accesses.space[row] != location.space) continue;
    if (trace.steps.active[step] == 0 || instruction >= seen.size() || seen[instruction]) continue;
    if (trace.accesses.buffer[row] != location.buffer) continue;
    seen[instruction] = true;
    const Location at = executed_.location(row, std::countr_zero(trace.steps.active[step]));
    if (executed_.array_name(at) == executed_.array_name(location) && executed_.line(step) != line) return true;
  }
  return false;
}

/// What the last of the first `times` writes has erased: another thread's write since its own thread had read the element.
std::string Origins::overwritten(const Location& location, const std::vector<const Expression*>& loads,
                                 const std::vector<LaneStep>& writes, std::size_t times) const {
  const auto own = std::ranges::find_if(
      loads, [&](const Expression* load) { return executed_.location(load->load.row, load->load.lane) == location; });
  if (own == loads.end() || times < 2) return "";
  const LaneStep& other = writes[times - 2];
  const std::uint64_t writer = executed_.thread(writes[times - 1].step, writes[times - 1].lane);
  const bool erased = other.row > (*own)->load.row && executed_.thread(other.step, other.lane) != writer;
  return erased
             ? ", over what " + executed_.thread_text(executed_.thread(other.step, other.lane)) + " had written since it was read"
             : "";
}

std::string Origins::floating_text(const Location& location, const Expression& value, std::uint64_t bits) const {
  Expression as_value = value;
  as_value.bits = bits;
  const bool real =
      ptx::kind(value.type) == ptx::TypeKind::floating && ptx::bits(value.type) == 8 * static_cast<int>(location.bytes);
  return real ? value_text(as_value) : executed_.value_text(location, bits);
}

/// ": a[17] + b[17] = 5 + 7", or from how many values of which arrays.
std::string Origins::formula(const Expression& value, const std::vector<const Expression*>& loads) const {
  const std::string text = text_of(value), numbers = values_of(value);
  const bool nothing_to_say = value.kind == Expression::Kind::number || value.kind == Expression::Kind::unknown;
  if (nothing_to_say) return value.text == "…" || value.text.empty() ? "" : ": " + value.text;
  if (value.kind == Expression::Kind::loaded) return ", read from " + text;
  if (loads.size() <= max_shown_loads && text.size() <= max_formula)
    return ": " + text + (text == numbers ? "" : " = " + numbers);
  std::string groups;
  std::set<std::pair<std::uint32_t, std::string>> told;  // line and array
  const auto key = [&](const Expression& load) {
    return std::pair{executed_.line(load.load.step), executed_.array_name(executed_.location(load.load.row, load.load.lane))};
  };
  for (const Expression* load : loads) {
    if (!told.insert(key(*load)).second) continue;
    std::vector<const Expression*> same;
    std::ranges::copy_if(loads, std::back_inserter(same), [&](const Expression* other) { return key(*other) == key(*load); });
    groups += (groups.empty() ? "" : " and ") + group_text(executed_, same) + " (line " + std::to_string(key(*load).first) + ")";
  }
  return groups.empty() ? "" : ", computed from " + groups;
}

/// Where the loaded values came from: those that a race made wrong first.
void Origins::explain_loads(const std::optional<Location>& target, const std::vector<const Expression*>& loads, Cause& cause) {
  std::vector<Location> locations;
  for (const Expression* load : loads) locations.push_back(executed_.location(load->load.row, load->load.lane));
  const std::vector<std::vector<LaneStep>> writes = executed_.writes(locations);
  std::vector<const Expression*> from_before;
  std::vector<std::pair<std::size_t, std::size_t>> written;  // load, and number of its writes before it
  const std::size_t before = sentences_;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    if (locations[k] == target) continue;  // what came before in the same element
    const LaneStep& load = loads[k]->load;
    const auto earlier =
        static_cast<std::size_t>(std::ranges::count_if(writes[k], [&](const LaneStep& at) { return at.row < load.row; }));
    if (const LaneStep* const guilty = write_at_fault(load, writes[k], earlier))
      add(cause, sentences_ - before < max_races ? std::optional(race_cause(locations[k], *loads[k], *guilty)) : std::nullopt);
    else if (earlier == 0)
      from_before.push_back(loads[k]);
    else
      written.emplace_back(k, earlier);
  }
  if (sentences_ > before) return;  // that is why
  for (std::size_t source = 0; source < std::min(written.size(), max_sources); ++source) {
    if (sentences_ + 1 >= Answer::max_sentences || depth_ == max_depth) break;
    const auto& [k, earlier] = written[source];
    ++depth_;
    Cause from = of_write(locations[k], writes[k], earlier);
    --depth_;
    if (executed_.is_race(loads[k]->load, writes[k][earlier - 1]))
      from.sentence.replace(from.sentence.size() - 1, 1, ", in time only by chance: nothing makes the read wait for it.");
    cause.because.push_back(std::move(from));
  }
  if (!from_before.empty()) add(cause, before_cause(from_before));
}

/// Add a sentence, if there is one and room for it.
void Origins::add(Cause& cause, std::optional<Cause> reason) {
  if (!reason || sentences_ >= Answer::max_sentences) return;
  ++sentences_;
  cause.because.push_back(std::move(*reason));
}

/// Return the write that made a load wrong by a race: a write that the load needed came after it, or a write of a later round
/// came before it. Null if there is none. `earlier`: number of writes before the load.
const LaneStep* Origins::write_at_fault(const LaneStep& load, const std::vector<LaneStep>& writes, std::size_t earlier) const {
  for (std::size_t k = earlier; k < std::min(writes.size(), earlier + max_later_writes); ++k)
    if (writes[k].stored != load.value && executed_.is_needed(load, writes[k]) && executed_.is_race(load, writes[k]))
      return &writes[k];
  const bool too_late =
      earlier > 0 && !executed_.is_needed(load, writes[earlier - 1]) && executed_.is_race(load, writes[earlier - 1]);
  return too_late ? &writes[earlier - 1] : nullptr;
}

/// A load took place before the write that it needed, or after one that it must not see.
Cause Origins::race_cause(const Location& location, const Expression& load, const LaneStep& write) const {
  const std::uint64_t writer = executed_.thread(write.step, write.lane),
                      reader = executed_.thread(load.load.step, load.load.lane);
  const bool already = write.row < load.load.row;
  const std::string name = executed_.name(location), wrote = floating_text(location, load, write.stored);
  const std::string at = " at line " + std::to_string(executed_.line(write.step));
  const std::string read = executed_.thread_text(reader) +
                           (already ? " read it at line " : " had read " + value_text(load) + " at line ") +
                           std::to_string(executed_.line(load.load.step));
  const std::string text = already ? " had written " + wrote + " to " + name + at + " already when " + read
                                   : " had not written " + name + " yet: it wrote " + wrote + at + " only after " + read;
  Cause cause = executed_.cause(executed_.thread_first(writer) + text + ", and nothing orders the two.", write.step, writer);
  cause.element = name;
  return cause;
}

/// Of values that no thread had written before they were read.
Cause Origins::before_cause(const std::vector<const Expression*>& loads) const {
  // What is uninitialised matters more than what was there before.
  std::vector<const Expression*> told;
  const auto is_shared = [&](const Expression* load) {
    return executed_.location(load->load.row, load->load.lane).space == trace::MemorySpace::shared;
  };
  std::ranges::copy_if(loads, std::back_inserter(told), is_shared);
  const bool shared = !told.empty();
  if (!shared) told = loads;
  std::string text = told.front()->text;
  if (told.size() == 2) text += " and " + told[1]->text;
  if (told.size() > 2) text += " and " + base::counted(told.size() - 1, "other value");
  const std::string when = shared             ? "Nothing had written " + text + " before."
                           : told.size() == 1 ? text + " was " + value_text(*told.front()) + " when the kernel began."
                           : told.size() == 2 ? text + " had these values when the kernel began."
                                              : "These values were there when the kernel began.";
  const LaneStep& first = told.front()->load;
  Cause cause = executed_.cause(when, first.step, executed_.thread(first.step, first.lane));
  cause.element = told.front()->text;
  return cause;
}

}  // namespace warplens::analysis
