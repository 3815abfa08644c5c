#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "analysis/number_set.h"
#include "base/number_format.h"
#include "launch/findings/agreement.h"
#include "view/outcome.h"
#include "view/race/race_rows.h"

namespace warplens::view {

namespace {

/// Summary of the updates before a step.
struct Tally {
  std::uint64_t threads = 0, updates = 0, lost = 0;
  std::optional<double> each;   ///< amount added per update, if it is the same for all
  std::optional<double> first;  ///< value before the first update
  std::optional<double> last;   ///< value after the last one
  bool atomic = true;           ///< whether all were atomic
  bool reads = true;            ///< whether each began with a read
};

Tally tally(const RaceInput& input, std::uint64_t steps) {
  const Subject& subject = input.subject;
  const std::vector<std::uint32_t>& step_of = subject.result->trace.accesses.step;
  Tally tally;
  analysis::NumberSet threads;
  bool same = true;
  for (const analysis::Update& update : input.history->updates) {
    if (tally.updates == 0 && !tally.first) tally.first = value_of(subject, update.overwritten);
    if (step_of[update.write_row] >= steps) continue;
    ++tally.updates;
    threads.add(update.thread);
    tally.last = value_of(subject, update.written_value);
    tally.atomic = tally.atomic && update.atomic;
    const double added = value_of(subject, update.written_value) - value_of(subject, update.read_value);
    if (update.read_row == trace::no_row) same = tally.reads = false;
    if (tally.each && *tally.each != added) same = false;
    tally.each = added;
  }
  tally.threads = threads.size();
  tally.lost = analysis::lost_among_first(*input.history, tally.updates);
  if (!same) tally.each.reset();
  return tally;
}

/// "The counter" for a buffer of one element whose name reads as the noun of one thing, else "counts[12]".
std::string subject_of_sentence(const RaceInput& input) {
  const std::string& name = input.subject.buffer_name;
  const bool is_noun = std::ranges::all_of(name, [](char c) { return c >= 'a' && c <= 'z'; }) && !name.ends_with('s');
  if (input.subject.elements <= 1 && is_noun) return "The " + name;
  return element_name(input.subject, input.history->element);
}

/// Explains lost updates by how many warps read before the first write.
std::string reason(const RaceInput& input) {
  const auto& updates = input.history->updates;
  const std::vector<std::uint32_t>& step_of = input.subject.result->trace.accesses.step;
  analysis::NumberSet early, all;  // warps
  const std::uint32_t first_write = step_of[updates.front().write_row];
  bool one_value = true;
  for (const analysis::Update& update : updates) {
    if (update.read_row == trace::no_row) continue;
    const std::uint64_t warp = warp_of(input.subject, update.thread);
    all.add(warp);
    if (step_of[update.read_row] >= first_write) continue;
    early.add(warp);
    one_value = one_value && update.read_value == updates.front().read_value;
  }
  const std::string value = number(input.subject, updates.front().read_value);
  if (all.size() == 1) return ": the threads of the warp read together, before any of them had written.";
  if (one_value && early.size() == all.size()) return ": every warp read " + value + " before any warp had written.";
  if (one_value && early.size() > 1)
    return fmt::format(": {} of {} warps read {} before any warp had written.", base::grouped(early.size()),
                       base::grouped(all.size()), value);
  return ": they were written over by threads that had read before.";
}

}  // namespace

Headline race_headline(const RaceInput& input, const Theme& theme) {
  const Subject& subject = input.subject;
  if (std::optional<Headline> fate = outcome_headline(subject, theme)) return *fate;
  Headline headline;
  const auto say = [&](std::vector<Span>& line, const std::string& words, Colour colour) {
    line.push_back({words, colour, &line == &headline.title ? Face::semibold : Face::regular});
  };
  const std::uint64_t element = input.history->element;
  const bool scrubbed = input.steps < subject.result->trace.steps.size();
  const Tally now = tally(input, scrubbed ? input.steps : ~std::uint64_t{0});
  std::optional<double> value = scrubbed ? (now.last ? now.last : now.first) : final_value(subject, element);
  if (!value) value = now.last;
  std::optional<double> expected;
  if (element < subject.expected.size()) expected = subject.expected[element];
  const bool as_expected = expected && value && launch::agree(*expected, *value, input.tolerance);
  // Floats that differ, or may differ, only in digits that are usually left out.
  const bool close = expected && value && !as_expected && number(*value) == number(*expected);
  const bool compared = expected && input.tolerance > 0 && subject.type == launch::ElementType::f32;
  const auto figure = [&](double of) { return close || compared ? fmt::format("{:.9g}", of) : number(of); };

  if (input.history->updates.empty()) {
    const bool recorded = subject.result->trace.level != trace::Level::none;
    say(headline.title, recorded ? "No thread wrote it. " : "", theme.text);
    say(headline.title, subject_of_sentence(input) + " says ", theme.text);
    say(headline.title, value ? figure(*value) : "nothing known", expected && !as_expected ? theme.wrong : theme.text);
    say(headline.title, ".", theme.text);
    if (!recorded) say(headline.detail, "This run was not recorded, so how it came about is not known.", theme.muted);
    if (expected) say(headline.detail, (recorded ? "" : " ") + ("Expected was " + figure(*expected) + "."), theme.muted);
    return headline;
  }

  const Tally all = scrubbed ? tally(input, ~std::uint64_t{0}) : now;
  std::string who = base::counted(now.threads, "thread");
  if (scrubbed) who = fmt::format("{} of {}", base::grouped(now.threads), base::counted(all.threads, "thread"));
  const bool once = now.updates == now.threads;
  const std::string have = now.threads == 1 ? "has " : "have ";
  std::string what;
  if (all.each && *all.each != 0) {
    const std::string amount = number(std::abs(*all.each));
    what = *all.each > 0 ? "added " + amount : "took off " + amount;
    if (scrubbed) what = have + (*all.each > 0 ? what : "taken off " + amount);
    if (!once)
      what += ", " + base::counted(now.updates, "time") + " in all";
    else if (now.threads > 1 && !scrubbed)
      what = "each " + what;
  } else {
    what = all.reads ? "updated it" : scrubbed ? "written it" : "wrote it";
    if (scrubbed) what = have + what;
    if (once && now.threads > 1 && !scrubbed && all.reads) what = "each " + what;
    if (!once) what += " " + base::counted(now.updates, "time");
  }
  const bool right = expected && !scrubbed ? as_expected : now.lost == 0;
  say(headline.title, fmt::format("{} {}. {} says ", who, what, subject_of_sentence(input)), theme.text);
  say(headline.title, value ? figure(*value) : "nothing known", right ? theme.good : theme.wrong);
  // With a uniform amount per update the expected value is obvious.
  const bool unforeseen = !right && expected && !scrubbed && !all.each;
  say(headline.title, unforeseen ? ", not " + figure(*expected) + "." : ".", theme.text);

  headline.origin = launch::Origin::counted;
  // Records of a GPU show only updates as lost that were, but perhaps not all of them (trace/hardware_trace.h).
  const bool perhaps_more = !subject.result->modelled && !now.atomic;
  if (now.lost > 0) {
    say(headline.detail,
        (perhaps_more ? "At least " : "") + base::counted(now.lost, "update") + (now.lost == 1 ? " was" : " were") + " lost" +
            (scrubbed ? " so far" : ""),
        theme.wrong);
    say(headline.detail, scrubbed ? "." : reason(input), theme.muted);
  } else if (now.updates == 0) {
    say(headline.detail, "Nothing has been written yet.", theme.muted);
  } else {
    say(headline.detail,
        perhaps_more ? "No update was seen to be lost"
        : scrubbed   ? "Nothing has been lost so far"
                     : "Nothing was lost",
        theme.good);
    say(headline.detail,
        now.atomic     ? ": each atomic addition started from what the one before had left."
        : !now.reads   ? now.updates == 1 ? ": it was written once." : ": threads wrote it without reading it first."
        : perhaps_more ? ": as recorded, no thread wrote over a value it had not seen."
                       : ": no thread wrote over a value it had not seen.",
        theme.muted);
    if (!all.each && now.atomic)
      headline.detail.back().text = ": each atomic operation started from what the one before had left.";
  }
  if (!scrubbed && expected && !as_expected && now.lost == 0)
    say(headline.detail, " Expected was " + figure(*expected) + ".", theme.wrong);
  if (subject.result->trace.truncation != trace::Truncation::none)
    say(headline.detail, " The recording stopped at its budget; what came later is not counted here.", theme.wrong);
  return headline;
}

std::vector<Span> race_moment(const RaceInput& input, const Theme& theme) {
  const std::vector<RaceRow> rows = make_race_rows(input);
  const RaceRow* row = nullptr;
  const RaceMark* found = nullptr;
  // The hovered mark, else the last one of the hovered warp, else the last one so far.
  const std::uint64_t warp = input.hover.thread != Target::none ? warp_of(input.subject, input.hover.thread) : Target::none;
  int best = 0;
  for (const RaceRow& candidate : rows) {
    for (const RaceMark& mark : candidate.marks) {
      if (!happened(input, mark.write_step)) continue;
      const bool exact =
          input.hover.step != Target::none && (mark.write_step == input.hover.step || mark.read_step == input.hover.step);
      const int rank = exact ? 3 : candidate.warp == warp ? 2 : 1;
      if (rank < best || (rank == best && found && mark.write_step < found->write_step)) continue;
      best = rank;
      row = &candidate;
      found = &mark;
    }
  }
  return found ? story(input, *row, *found, theme) : std::vector<Span>{};
}

}  // namespace warplens::view
