#include "view/race/race_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/number_format.h"
#include "view/drawing/text_width.h"

namespace warplens::view {

double value_of(const Subject& subject, std::uint64_t bits) { return launch::to_double(launch::Scalar{subject.type, bits}); }

namespace {

/// Row of Trace::steps in which an update was written.
std::uint32_t write_step(const Subject& subject, const analysis::Update& update) {
  return subject.result->trace.accesses.step[update.write_row];
}

RaceMark begin_mark(const analysis::Update& update, const trace::Trace& trace) {
  const trace::Accesses& accesses = trace.accesses;
  RaceMark mark;
  mark.first_thread = update.thread;
  mark.write_step = accesses.step[update.write_row];
  mark.write_cycle = mark.read_cycle = mark.read_done = trace.steps.cycle[mark.write_step];
  mark.write_done = accesses.done[update.write_row];
  mark.read_step = Target::none;
  if (update.read_row != trace::no_row) {
    mark.read_step = accesses.step[update.read_row];
    mark.read_cycle = trace.steps.cycle[mark.read_step];
    mark.read_done = accesses.done[update.read_row];
  }
  mark.read_value = update.read_value;
  mark.before = update.overwritten;
  mark.atomic = update.atomic;
  return mark;
}

/// The updates from `begin` to before `end`, of the lanes of one write step, and their mark: rows[row].marks[mark].
struct StepUpdates {
  std::size_t begin, end, row, mark;
};

/// Counts, of each mark's lost updates, those that were lost only to a later write: the marks' lanes that were in the value when
/// the mark was written, and which write of the present value passed them over. `steps`: those that have happened, in order.
void tell_later_losses(const std::vector<analysis::Update>& updates, const std::vector<StepUpdates>& steps,
                       std::vector<RaceRow>& rows) {
  // Going back through the updates: the earliest one after each that the present value is built on.
  const std::size_t past = steps.empty() ? 0 : steps.back().end;
  std::size_t in_value = past, after = past;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    RaceMark& mark = rows[step->row].marks[step->mark];
    std::uint32_t kept = 0;
    for (std::size_t k = step->end; k > step->begin; k = updates[k - 1].built_on) ++kept;
    const std::uint32_t at_once = mark.lanes - std::min(kept, mark.lanes);
    if (mark.lost > at_once && after < past) {
      mark.lost_later = mark.lost - at_once;
      mark.lost_to = updates[after].thread;
    }
    for (; in_value > step->begin; in_value = updates[in_value - 1].built_on) after = in_value - 1;
  }
}

}  // namespace

bool happened(const RaceInput& input, std::uint64_t step) { return step < input.steps; }

double scrubbed_cycle(const RaceInput& input) {
  const trace::Steps& steps = input.subject.result->trace.steps;
  if (input.steps >= steps.size()) return std::numeric_limits<double>::infinity();
  return input.steps == 0 ? 0 : static_cast<double>(steps.cycle[input.steps - 1]);
}

std::vector<RaceRow> make_race_rows(const RaceInput& input) {
  const Subject& subject = input.subject;
  const trace::Accesses& accesses = subject.result->trace.accesses;
  const std::vector<analysis::Update>& updates = input.history->updates;
  const auto past = std::partition_point(updates.begin(), updates.end(), [&](const analysis::Update& update) {
    return happened(input, write_step(subject, update));
  });
  const auto happened_updates = static_cast<std::size_t>(past - updates.begin());
  const std::vector<bool> lost = analysis::lost_flags(*input.history, happened_updates);
  std::vector<RaceRow> rows;
  std::unordered_map<std::uint64_t, std::size_t> row_of;
  std::vector<StepUpdates> steps;  // that have happened
  for (std::size_t begin = 0, end = 0; begin < updates.size(); begin = end) {
    const analysis::Update& first = updates[begin];
    const std::uint64_t warp = warp_of(subject, first.thread);  // a step is of one warp
    const auto [found, fresh] = row_of.emplace(warp, rows.size());
    if (fresh) rows.push_back({warp, {}, 0, 0});
    RaceMark mark = begin_mark(first, subject.result->trace);
    if (first.erases && warp_of(subject, first.victim) != warp) {
      mark.victim = first.victim;
      mark.victim_elsewhere = true;
    }
    const auto amount_of = [&](const analysis::Update& update) {
      return value_of(subject, update.written_value) - value_of(subject, update.read_value);
    };
    mark.amount = amount_of(first);
    const auto in_step = [&](const analysis::Update& update) {  // mostly of one row
      return update.write_row == first.write_row || write_step(subject, update) == mark.write_step;
    };
    for (end = begin; end < updates.size() && in_step(updates[end]); ++end) {
      const analysis::Update& update = updates[end];
      const bool as_first = update.written_value == first.written_value && update.read_value == first.read_value;
      mark.one_amount = mark.one_amount && (as_first || amount_of(update) == mark.amount);
      ++mark.lanes;
      mark.after = update.written_value;
      mark.write_done = std::max(mark.write_done, accesses.done[update.write_row]);
      if (end < happened_updates && lost[end]) ++mark.lost;
      if (update.read_value != mark.read_value) mark.one_read_value = false;
    }
    std::vector<RaceMark>& marks = rows[found->second].marks;
    if (begin < happened_updates) steps.push_back({begin, end, found->second, marks.size()});
    marks.push_back(mark);
  }
  tell_later_losses(updates, steps, rows);
  for (RaceRow& row : rows) {
    row.begin = row.marks.front().read_cycle;
    for (const RaceMark& mark : row.marks) {
      row.begin = std::min(row.begin, mark.read_cycle);
      row.end = std::max({row.end, mark.write_done, mark.read_done});
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const RaceRow& a, const RaceRow& b) { return a.begin < b.begin; });
  return rows;
}

std::string later_loss(const RaceMark& mark) {
  if (mark.lost_later == mark.lost) return mark.lost == 1 ? "lost later" : fmt::format("all {} lost later", mark.lost);
  return fmt::format("{} lost at once, {} later", mark.lost - mark.lost_later, mark.lost_later);
}

std::string added(const RaceMark& mark) {
  const bool built_on_one = mark.read_step != Target::none && (mark.one_read_value || mark.atomic);
  if (!built_on_one || !mark.one_amount || !std::isfinite(mark.amount)) return {};
  return (mark.amount >= 0 ? "+" : "−") + number(std::abs(mark.amount));
}

namespace {

std::string brief_verdict(std::uint64_t updates, std::uint64_t lost) {
  if (lost == 0) return "0 lost";
  return updates == 1 ? "lost" : base::grouped(lost) + " lost";
}

}  // namespace

RowVerdict verdict(const RaceInput& input, const RaceRow& row, bool brief) {
  const Subject& subject = input.subject;
  std::uint64_t updates = 0, lost = 0, marks = 0;
  const RaceMark* last = nullptr;
  for (const RaceMark& mark : row.marks) {
    if (!happened(input, mark.write_step)) break;
    ++marks;
    updates += mark.lanes;
    lost += mark.lost;
    last = &mark;
  }
  if (!last) return {};
  if (brief) return {brief_verdict(updates, lost), lost == 0};
  if (marks > 1) {
    if (lost == 0) return {base::counted(updates, "update") + ", none lost", true};
    return {fmt::format("{}, {} lost", base::counted(updates, "update"), base::grouped(lost)), false};
  }
  const std::string before = number(subject, last->before), after = number(subject, last->after);
  if (lost == 0) return {before + " → " + after, true};
  if (lost < last->lanes) {
    const std::string lead =
        last->before == last->after ? fmt::format("writes {} over {}", after, before) : before + " → " + after;
    return {fmt::format("{}: {} of {} lost", lead, lost, last->lanes), false};
  }
  if (last->lost_later > 0) return {fmt::format("{} → {}: {}", before, after, later_loss(*last)), false};
  return {fmt::format("writes {} over {}: {}", after, before, lost == 1 ? "lost" : fmt::format("all {} lost", lost)), false};
}

float verdict_room(const Subject& subject, const RaceRow& row, float size, bool brief) {
  const auto room = [&](const std::string& words) { return text_width(words, size); };
  std::uint64_t updates = 0;
  if (brief) {
    for (const RaceMark& mark : row.marks) updates += mark.lanes;
    return std::max(room(brief_verdict(updates, 0)), room(brief_verdict(updates, updates)));
  }
  float widest = 0;
  for (const RaceMark& mark : row.marks) {
    updates += mark.lanes;
    std::string longer = number(subject, mark.before), after = number(subject, mark.after);
    if (row.marks.size() > 1) continue;
    if (mark.atomic) return room(longer + " → " + after);
    if (room(after) > room(longer)) longer = after;
    widest =
        std::max(room(fmt::format("writes {} over {}: {}", longer, longer,
                                  mark.lanes == 1 ? "lost" : fmt::format("{} of {} lost", mark.lanes, mark.lanes))),
                 mark.lanes == 1 ? 0.0f : room(fmt::format("{} → {}: {} lost at once, 1 later", longer, longer, mark.lanes)));
  }
  if (row.marks.size() == 1) return widest;
  return room(fmt::format("{}, {} lost", base::counted(updates, "update"), base::grouped(updates)));
}

std::vector<Span> story(const RaceInput& input, const RaceRow& row, const RaceMark& mark, const Theme& theme) {
  const Subject& subject = input.subject;
  std::vector<Span> spans;
  const auto say = [&](const std::string& words) { spans.push_back({words, theme.text, Face::regular}); };
  const auto stress = [&](const std::string& words) { spans.push_back({words, theme.text, Face::semibold}); };
  const std::string before = number(subject, mark.before), after = number(subject, mark.after);
  stress(capitalised(warp_name(subject, row.warp)));
  if (mark.atomic) {
    const bool adds = !added(mark).empty();  // else another operation, or different amounts
    const std::string what = adds ? "added" : "updated", to = adds ? " to " : " ";
    say(mark.lanes == 1 ? " " + what + to : fmt::format(": its {} threads {}, one after another,{}", mark.lanes, what, to));
    stress(before);
    say(" and left ");
    stress(after);
    say(fmt::format(". Each {} read and wrote in one step, so none was lost.", adds ? "addition" : "update"));
    return spans;
  }
  if (mark.read_step == Target::none) {
    say(" wrote ");
    stress(after);
    say(" over ");
    stress(before);
    say(" without reading it.");
    return spans;
  }
  say(mark.lanes == 1 ? " had read " : fmt::format(": all its {} threads had read ", mark.lanes));
  if (!mark.one_read_value) say("different values, the first ");
  stress(number(subject, mark.read_value));
  if (mark.read_value != mark.before) {
    say(". When it wrote ");
    stress(after);
    say(", ");
    stress(before);
    say(" stood there already");
    if (mark.victim_elsewhere) {
      const analysis::Update* written = nullptr;
      for (const analysis::Update& update : input.history->updates)
        if (update.thread == mark.victim && write_step(subject, update) < mark.write_step) written = &update;
      if (written) {
        const std::uint64_t then = subject.result->trace.steps.cycle[write_step(subject, *written)];
        const char* const unit = subject.timed ? "cycle" : "step";
        const std::uint64_t cycles = mark.write_cycle - std::min(mark.write_cycle, then);
        say(": " + warp_name(subject, warp_of(subject, mark.victim)) + " had written it " +
            (cycles == 0 ? fmt::format("in the same {}", unit) : base::counted(cycles, unit) + " before"));
      }
    }
  } else {
    say(" and wrote ");
    stress(after);
  }
  say(". ");
  const auto loss = [&](const std::string& words) { spans.push_back({words, theme.wrong, Face::semibold}); };
  if (mark.lost == 0)
    say("Nothing of it was lost.");
  else if (mark.lanes == 1)
    loss("Its update is lost.");
  else if (mark.lost == mark.lanes)
    loss(fmt::format("All {} updates are lost.", mark.lanes));
  else
    loss(fmt::format("Of its {} updates {} {} lost.", mark.lanes, mark.lost, mark.lost == 1 ? "is" : "are"));
  if (mark.lost_later > 0) {
    const std::string who = warp_name(subject, warp_of(subject, mark.lost_to)), it = mark.lost_later == 1 ? "it" : "them";
    const std::uint32_t at_once = mark.lost - mark.lost_later;
    if (at_once == 0)
      say(fmt::format(" Memory held {} until {} wrote without having seen {}.", it, who, it));
    else
      say(fmt::format(" {} {} lost at once; memory held the other{} until {} wrote without having seen {}.", at_once,
                      at_once == 1 ? "was" : "were", mark.lost_later == 1 ? "" : fmt::format(" {}", mark.lost_later), who, it));
  }
  return spans;
}

}  // namespace warplens::view
