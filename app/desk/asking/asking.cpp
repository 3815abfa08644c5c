#include "desk/asking/asking.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/why/counter.h"
#include "analysis/why/difference.h"
#include "analysis/why/element.h"
#include "analysis/why/executed.h"
#include "analysis/why/finding.h"
#include "analysis/why/thread.h"
#include "analysis/why/wait.h"
#include "base/number_format.h"
#include "session/asked.h"

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

/// The target of a question, if the run has that element or thread.
std::optional<view::Target> target_of(const RunTables& tables, const std::string& about) {
  const auto target = asked_target(about);
  if (!target) return std::nullopt;
  const auto buffers = launch::buffers_of(tables.run.launch);
  const bool has_thread = target->thread < base::count(tables.run.launch.grid) * base::count(tables.run.launch.block);
  const bool shows_buffer = tables.run.shown < buffers.size();
  const bool there = target->element != view::Target::none ? shows_buffer && target->element < tables.shown_buffer().size
                     : target->buffer != view::Target::none
                         ? target->buffer < buffers.size() && target->index < buffers[target->buffer]->size
                         : has_thread && (shows_buffer || target->cycle != view::Target::none);
  return there ? target : std::nullopt;
}

/// Whether the run has what a question is about.
bool is_of(const RunTables& tables, const std::string& about) {
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

std::optional<Explanation> explain(const Question& question) {
  const experiment::Run& run = question.tables->run;
  if (const auto finding = asked_finding(question.about))
    return listed(question, analysis::why_finding(analysis::Executed(run.launch, run.result), *finding));
  if (const std::string_view counter = asked_counter(question.about); !counter.empty())
    return listed(question, *analysis::why_counter(analysis::Executed(run.launch, run.result), counter));
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

}  // namespace

Asking::Asking(const std::function<void()>& wake) : worker(explain, wake) {}

base::Status ask(Asking& asking, Pointer& pointer, Playback& playback, Session& session, const Runs& runs) {
  if (!runs.shown) return base::error("there is no run to ask about yet");
  const std::string about = asked_text(with_thread(*runs.shown, pointer.target));
  const bool again = about == session.why || pointer.target.empty() || pointer.target == pointer.kept;
  if (is_answered(asking, runs) && again) {
    move_cause(asking, 1, pointer, playback, session, runs);
    return base::Nothing{};
  }
  if (runs.shown->trace().level != trace::Level::full)
    return base::error("the answer needs every step of the run: choose the SIMT machine as the device, and ask again");
  if (!target_of(*runs.shown, about)) return base::error("point at an element or a thread, then press Y");
  session.why = about;
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
  asking.asked = {runs.shown, session.why, kept};
  asking.answer.reset();
  asking.worker.drop_waiting();
  if (runs.shown->trace().level == trace::Level::full && is_of(*runs.shown, session.why)) asking.worker.request(asking.asked);
}

void go_to_cause(Asking& asking, std::size_t index, Pointer& pointer, Playback& playback, Session& session, const Runs& runs) {
  if (!is_answered(asking, runs) || index >= asking.answer->causes.size()) return;
  const analysis::Cause& cause = asking.answer->causes[index].cause;
  asking.current = index;
  if (cause.step != trace::no_row) go_to_place(playback, session, runs, std::uint64_t{cause.step} + 1);
  view::Target target;
  if (cause.thread != analysis::Cause::no_thread_at_all)
    target.thread = cause.thread;
  else
    target = target_of(*runs.shown, session.why).value_or(target);
  if (cause.line != 0) target.line = cause.line;
  if (cause.step != trace::no_row) target.step = cause.step;
  pointer.kept = target;
}

void move_cause(Asking& asking, int by, Pointer& pointer, Playback& playback, Session& session, const Runs& runs) {
  if (!is_answered(asking, runs) || asking.answer->causes.empty()) return;
  const std::size_t count = asking.answer->causes.size();
  const bool none_yet = asking.current >= count;
  const std::size_t first = by > 0 ? 0 : count - 1, next = by > 0 ? asking.current + 1 : asking.current + count - 1;
  go_to_cause(asking, none_yet ? first : next % count, pointer, playback, session, runs);
}

}  // namespace warplens::desk
