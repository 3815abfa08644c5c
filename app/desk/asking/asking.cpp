#include "desk/asking/asking.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/why/absence.h"
#include "analysis/why/counter.h"
#include "analysis/why/difference.h"
#include "analysis/why/element.h"
#include "analysis/why/executed.h"
#include "analysis/why/finding.h"
#include "analysis/why/thread.h"
#include "analysis/why/value.h"
#include "analysis/why/wait.h"
#include "base/number_format.h"
#include "desk/playback/step_search.h"
#include "session/asked.h"
#include "view/subject.h"

namespace warplens::desk {
namespace {

void list(std::vector<analysis::Cause> causes, std::size_t depth, std::vector<ListedCause>& all) {
  for (analysis::Cause& cause : causes) {
    std::vector<analysis::Cause> because = std::exchange(cause.because, {});
    all.push_back({depth, std::move(cause)});
    list(std::move(because), depth + 1, all);
  }
}

Explanation listed(const Question& question, analysis::Answer answer) {
  Explanation explanation{question, std::move(answer.question), {}, std::move(answer.missing)};
  list(std::move(answer.answers), 0, explanation.causes);
  return explanation;
}

/// A lane of a warp is a thread.
view::Target with_thread(const RunTables& tables, view::Target target) {
  if (target.thread != view::Target::none || target.warp == view::Target::none || target.lane == view::Target::none)
    return target;
  const trace::Trace& trace = tables.trace();
  target.thread = target.warp / trace.warps_per_block() * trace.threads_per_block() +
                  target.warp % trace.warps_per_block() * trace::lanes + target.lane;
  return target;
}

std::uint64_t threads_of(const RunTables& tables) {
  return base::count(tables.run.launch.grid) * base::count(tables.run.launch.block);
}

/// The target of a question, if the run has that element or thread.
std::optional<view::Target> target_of(const RunTables& tables, const std::string& about) {
  const auto target = asked_target(about);
  if (!target) return std::nullopt;
  const auto buffers = launch::buffers_of(tables.run.launch);
  const bool has_thread = target->thread < threads_of(tables);
  const bool shows_buffer = tables.run.shown < buffers.size();
  const bool there = target->element != view::Target::none ? shows_buffer && target->element < tables.shown_buffer().size
                     : target->buffer != view::Target::none
                         ? target->buffer < buffers.size() && target->index < buffers[target->buffer]->size
                         : has_thread && (shows_buffer || target->cycle != view::Target::none);
  return there ? target : std::nullopt;
}

/// Whether a run's thread took no part in a step of its warp.
bool is_idle(const RunTables& tables, const IdleThread& idle) {
  const trace::Trace& trace = tables.trace();
  if (idle.thread >= threads_of(tables) || idle.step >= trace.steps.size()) return false;
  const std::uint64_t in_block = idle.thread % trace.threads_per_block();
  const std::uint64_t warp = idle.thread / trace.threads_per_block() * trace.warps_per_block() + in_block / trace::lanes;
  return trace.steps.warp[idle.step] == warp && (trace.steps.active[idle.step] >> in_block % trace::lanes & 1) == 0;
}

/// Whether the run has what a question is about.
bool is_of(const RunTables& tables, const std::string& about) {
  if (const auto value = asked_value(about)) return value->thread < threads_of(tables);
  if (const auto idle = asked_idle(about)) return is_idle(tables, *idle);
  if (!asked_counter(about).empty()) return !tables.run.result.tallies.empty();
  if (const auto finding = asked_finding(about)) return *finding < tables.run.result.findings.size();
  return target_of(tables, about).has_value();
}

/// Whether a kept run has another value of an element, in a buffer of the same name.
bool is_other_in(const RunTables* kept, const experiment::Run& run, std::uint32_t buffer, std::uint64_t element) {
  if (kept == nullptr || kept->trace().level != trace::Level::full) return false;
  const auto own = launch::buffers_of(run.launch), others = launch::buffers_of(kept->run.launch);
  const auto same = std::ranges::find(others, own[buffer]->name, &launch::Buffer::name);
  if (same == others.end() || element >= (*same)->size || (*same)->type != own[buffer]->type) return false;
  const launch::Bytes& outputs = kept->run.result.outputs[static_cast<std::size_t>(same - others.begin())];
  return launch::element((*same)->type, outputs, element).bits !=
         launch::element(own[buffer]->type, run.result.outputs[buffer], element).bits;
}

Explanation explain_value(const Question& question, const analysis::ThreadValue& value) {
  const RunTables& tables = *question.tables;
  const std::string text = question.source ? whole_text(*question.source) : "";
  auto answer = analysis::why_value(analysis::Executed(tables.run.launch, tables.run.result), value, {text, tables.source_file});
  if (!answer) return listed(question, {"Why is " + value.name + " what it is?", {}, view::sentence(answer.error().message)});
  return listed(question, std::move(*answer));
}

std::optional<Explanation> explain(const Question& question) {
  const experiment::Run& run = question.tables->run;
  if (const auto value = asked_value(question.about)) return explain_value(question, *value);
  if (const auto finding = asked_finding(question.about))
    return listed(question, analysis::why_finding(analysis::Executed(run.launch, run.result), *finding));
  if (const std::string_view counter = asked_counter(question.about); !counter.empty())
    return listed(question, *analysis::why_counter(analysis::Executed(run.launch, run.result), counter));
  if (const auto idle = asked_idle(question.about))
    return listed(question, analysis::why_idle(analysis::Executed(run.launch, run.result), idle->thread,
                                               static_cast<std::uint32_t>(idle->step)));
  const view::Target target = *target_of(*question.tables, question.about);
  const analysis::Executed executed(run.launch, run.result);
  const bool of_buffer = target.buffer != view::Target::none;
  const auto buffer = static_cast<std::uint32_t>(of_buffer ? target.buffer : run.shown);
  const std::uint64_t element = of_buffer ? target.index : target.element;
  if (target.cycle != view::Target::none) {
    auto waited = analysis::why_waited(executed, executed.warp_of(target.thread), target.cycle);
    if (!waited)
      waited = analysis::Answer{
          "Why does this warp wait?", {}, "It does not wait in cycle " + base::grouped(target.cycle) + " of this run."};
    return listed(question, std::move(*waited));
  }
  if (element != view::Target::none && is_other_in(question.kept.get(), run, buffer, element)) {
    const experiment::Run& kept = question.kept->run;
    const analysis::Executed there(kept.launch, kept.result);
    return listed(question, analysis::why_different(executed, {there, "in the kept run"}, buffer, element));
  }
  analysis::Answer answer =
      element != view::Target::none
          ? analysis::why_element(executed, buffer, element, experiment::expected_instead(run, buffer, element))
          : analysis::why_thread(executed, run.shown, target.thread);
  return listed(question, std::move(answer));
}

bool is_answered(const Asking& asking, const Runs& runs) { return asking.answer && asking.answer->question.tables == runs.shown; }

/// The name of a row of the steps view; "" if there is none.
std::string name_of_value(const Stepping& stepping, std::uint64_t row) {
  if (!stepping.moment) return "";
  const std::size_t variables = stepping.moment->variables.size();
  if (row < variables) return stepping.moment->variables[row].name;
  return row - variables < stepping.moment->registers.size() ? stepping.moment->registers[row - variables].name : "";
}

/// The lane of a target with a thread, if it took no part in the step of the target, or else in the one that *Steps* shows.
std::optional<IdleThread> idle_lane(const view::Target& target, const RunTables& tables, const Stepping& stepping) {
  std::uint64_t step = target.step;
  const bool of_steps = step == view::Target::none && target.lane != view::Target::none && stepping.moment;
  if (of_steps && !stepping.moment->by_hand && stepping.moment->step > 0) step = stepping.moment->step - 1;
  const IdleThread idle{target.thread, step};
  return is_idle(tables, idle) ? std::optional(idle) : std::nullopt;
}

/// Put the question about a target into the words of Session::why. Errors: nothing can be asked about it.
base::Result<std::string> question_about(const view::Target& target, const RunTables& tables, Stepping& stepping) {
  const view::Target with = with_thread(tables, target);
  if (with.value != view::Target::none) {
    const std::string name = name_of_value(stepping, with.value);
    const auto after = own_steps(stepping);
    if (!after) return after.error();
    if (!name.empty()) return value_text({with.thread, name, *after});
  }
  if (const auto idle = idle_lane(with, tables, stepping)) return idle_text(*idle);
  const std::string about = asked_text(with);
  if (!target_of(tables, about)) return base::error("point at an element, a thread or a variable, then press Y");
  return about;
}

}  // namespace

Asking::Asking(const std::function<void()>& wake) : worker(explain, wake) {}

bool is_about(const std::string& question, const view::Target& target, const RunTables& tables, const Stepping& stepping) {
  const view::Target with = with_thread(tables, target);
  if (with.value == view::Target::none) {
    const auto idle = idle_lane(with, tables, stepping);
    return (idle ? idle_text(*idle) : asked_text(with)) == question;
  }
  const auto value = asked_value(question);
  return value && value->thread == with.thread && value->name == name_of_value(stepping, with.value);
}

base::Status ask_about(const view::Target& target, const AskedIn& in) {
  if (!in.runs.shown) return base::error("there is no run to ask about yet");
  if (in.runs.shown->trace().level != trace::Level::full)
    return base::error("the answer needs every step of the run: choose the SIMT machine as the device, and ask again");
  auto question = question_about(target, *in.runs.shown, in.stepping);
  if (!question) return question.error();
  in.session.why = std::move(*question);
  return base::Nothing{};
}

base::Status ask(Asking& asking, const AskedIn& in) {
  const view::Target& target = in.pointer.target;
  const bool of_answer = target == in.pointer.kept && target.line != view::Target::none;
  const std::string before = in.session.why;
  if (!is_answered(asking, in.runs) || (!target.empty() && !of_answer)) {
    if (const base::Status asked = ask_about(target, in); !asked) return asked;
    if (!is_answered(asking, in.runs) || in.session.why != before) return base::Nothing{};
  }
  move_cause(asking, 1, in);
  return base::Nothing{};
}

void update_asking(Asking& asking, Session& session, const Runs& runs) {
  if (auto answer = asking.worker.take(); answer && answer->question.tables == runs.shown &&
                                          answer->question.about == session.why && answer->question.kept == asking.asked.kept) {
    asking.current = answer->causes.size();
    asking.wanted = true;
    asking.answer = std::make_shared<const Explanation>(std::move(*answer));
  }
  if (!runs.shown) return;
  if (asking.asked.tables && asking.asked.tables->experiment != runs.shown->experiment) session.why.clear();
  const std::shared_ptr<const RunTables> kept = session.beside && runs.beside_choice == session.beside ? runs.beside : nullptr;
  if (asking.asked.tables == runs.shown && asking.asked.about == session.why && asking.asked.kept == kept) return;
  asking.asked = {runs.shown, session.why, kept, runs.shown_source};
  asking.answer.reset();
  asking.worker.drop_waiting();
  if (runs.shown->trace().level == trace::Level::full && is_of(*runs.shown, session.why)) asking.worker.request(asking.asked);
}

void go_to_cause(Asking& asking, std::size_t index, const AskedIn& in) {
  if (!is_answered(asking, in.runs) || index >= asking.answer->causes.size()) return;
  const analysis::Cause& cause = asking.answer->causes[index].cause;
  asking.current = index;
  view::Target target;
  if (cause.thread != analysis::Cause::no_thread_at_all)
    target.thread = cause.thread;
  else
    target = target_of(*in.runs.shown, in.session.why).value_or(target);
  if (cause.line != 0) target.line = cause.line;
  if (cause.step != trace::no_row) {
    target.step = cause.step;
    go_to_place(in.playback, in.session, in.runs, std::uint64_t{cause.step} + 1);
    const std::uint64_t in_block = target.thread % in.runs.shown->trace().threads_per_block();
    if (in.stepping.asked && in.stepping.asked->tables == in.runs.shown && target.thread != view::Target::none)
      go_to_trace_step(in.stepping, cause.step, static_cast<std::uint32_t>(in_block % trace::lanes));
  }
  in.pointer.kept = target;
}

void move_cause(Asking& asking, int by, const AskedIn& in) {
  if (!is_answered(asking, in.runs) || asking.answer->causes.empty()) return;
  const std::size_t count = asking.answer->causes.size();
  const bool none_yet = asking.current >= count;
  const std::size_t first = by > 0 ? 0 : count - 1, next = by > 0 ? asking.current + 1 : asking.current + count - 1;
  go_to_cause(asking, none_yet ? first : next % count, in);
}

}  // namespace warplens::desk
