#include "desk/lesson/lessons.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

#include "base/file.h"
#include "base/threads.h"
#include "lesson/condition.h"

namespace warplens::desk {
namespace {

/// Take a state over; theme and PTX stay as the user has them.
base::Status take_state(Choices& choices, const Session& state) {
  Session session = state;
  session.theme = choices.session.theme;
  session.show_ptx = choices.session.show_ptx;
  if (!view::row_of(session.view).needs.sweep) choices.sweep_order = SweepOrder::stop;
  return open_session(choices, session);
}

/// The sentences with this run's numbers filled in; none if they need numbers of a first run that did not happen.
std::vector<lesson::Block> filled(std::vector<lesson::Block> blocks, const lesson::Facts& facts) {
  for (lesson::Block& block : blocks) {
    for (lesson::Piece& piece : block.pieces) {
      auto text = lesson::filled(piece.text, facts);
      if (!text) return {};
      piece.text = std::move(*text);
    }
  }
  return blocks;
}

base::Status mark_done(Lessons& lessons, const Session& session, const lesson::Step& step, const lesson::Facts& facts) {
  lessons.step.done = true;
  lessons.step.seen = filled(step.seen, facts);
  const bool is_new = lessons.progress.done[session.lesson].insert(session.lesson_step).second;
  if (!is_new || lessons.file.empty()) return base::Nothing{};
  const base::Status saved = save_progress(lessons.progress, lessons.file);
  if (!saved) lessons.file.clear();  // reported once
  return saved;
}

/// Read lessons on another thread, as soon as one can be awaited.
void begin_to_read(Lessons& lessons) {
  if (lessons.read && base::may_await_threads()) lessons.coming = base::start(std::exchange(lessons.read, nullptr));
}

}  // namespace

using nlohmann::json;

std::string to_json(const LessonProgress& progress) {
  json done = json::object();
  for (const auto& [lesson, steps] : progress.done) done[lesson] = steps;
  return json{{"version", 1}, {"done", done}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

LessonProgress progress_from_json(const std::string& text) {
  LessonProgress progress;
  constexpr std::size_t longest = std::size_t{1} << 20;
  if (text.size() > longest) return progress;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("done") || !object["done"].is_object()) return progress;
  for (const auto& [lesson, steps] : object["done"].items()) {
    if (!steps.is_array()) continue;
    for (const json& step : steps) {
      if (step.is_number_unsigned() && step.get<std::uint64_t>() <= 1000) progress.done[lesson].insert(step.get<std::uint32_t>());
    }
  }
  return progress;
}

std::filesystem::path progress_file() { return base::user_state_file("lessons.json"); }

LessonProgress load_progress(const std::filesystem::path& file) {
  const auto text = base::read_text(file);
  return text ? progress_from_json(*text) : LessonProgress{};
}

base::Status save_progress(const LessonProgress& progress, const std::filesystem::path& file) {
  return base::write_user_state(file, to_json(progress));
}

void read_lessons(Lessons& lessons, std::vector<std::filesystem::path> folders, const experiment::Catalogue& catalogue) {
  // A copy: the desk's own changes when files are opened.
  lessons.read = [folders = std::move(folders), catalogue] {
    return std::make_shared<const lesson::Lessons>(lesson::load_lessons(folders, catalogue));
  };
  begin_to_read(lessons);
}

void take_lessons(Lessons& lessons, const Session& session) {
  begin_to_read(lessons);
  const bool needed = !session.lesson.empty() || lessons.show_catalogue;
  const bool has_come = lessons.coming.valid() && lessons.coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  if (needed || has_come) await_lessons(lessons);
}

void await_lessons(Lessons& lessons) {
  if (lessons.read) lessons.all = std::exchange(lessons.read, nullptr)();
  if (lessons.coming.valid()) lessons.all = lessons.coming.get();
}

const lesson::Lesson* open_lesson(const Lessons& lessons, const Session& session) {
  return session.lesson.empty() ? nullptr : lesson::find(*lessons.all, session.lesson);
}

const lesson::Step* open_step(const Lessons& lessons, const Session& session) {
  const lesson::Lesson* lesson = open_lesson(lessons, session);
  const std::uint32_t step = session.lesson_step;
  return lesson != nullptr && step >= 1 && step <= lesson->steps.size() ? &lesson->steps[step - 1] : nullptr;
}

std::optional<double> awaited_answer(const Lessons& lessons, const Session& session, const Runs& runs) {
  const lesson::Step* const step = open_step(lessons, session);
  if (step == nullptr || !step->asks || lessons.step.done) return std::nullopt;
  std::optional<lesson::Facts> start = lessons.step.start;
  if (!start && runs.shown && is_run_of(step->state, *runs.shown)) start = facts_of(step->state, *runs.shown, {}, {});
  if (!start) return std::nullopt;
  const auto answer = lesson::value_of(step->done.answer, lesson::with_start(*start, *start));
  return answer ? std::optional(*answer) : std::nullopt;
}

base::Status open_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs, const std::string& id, std::uint32_t step) {
  const lesson::Lesson* lesson = lesson::find(*lessons.all, id);
  if (lesson == nullptr || step < 1 || step > lesson->steps.size())
    return base::error("There is no step " + std::to_string(step) + " of a lesson “" + id + "” here");
  forget_step(lessons, runs);
  lessons.show_catalogue = false;
  lessons.scroll_to = 0;
  return take_state(choices, lesson->steps[step - 1].state);
}

base::Status move_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs, int by) {
  const lesson::Lesson* lesson = open_lesson(lessons, choices.session);
  if (lesson == nullptr) return base::Nothing{};
  const std::vector<lesson::Lesson>& all = lessons.all->lessons;
  const auto index = static_cast<std::size_t>(lesson - all.data());
  const std::uint32_t step = choices.session.lesson_step;
  const auto open = [&](const lesson::Lesson& of, std::size_t number) {
    return open_lesson_step(lessons, choices, runs, of.id, static_cast<std::uint32_t>(number));
  };
  if (by > 0 && step < lesson->steps.size()) return open(*lesson, step + 1);
  if (by > 0 && index + 1 < all.size()) return open(all[index + 1], 1);
  if (by < 0 && step > 1) return open(*lesson, step - 1);
  if (by < 0 && index > 0) return open(all[index - 1], all[index - 1].steps.size());
  return base::Nothing{};
}

base::Status restore_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs) {
  if (open_step(lessons, choices.session) == nullptr) return base::Nothing{};
  return open_lesson_step(lessons, choices, runs, std::string(choices.session.lesson), choices.session.lesson_step);
}

base::Status show_lesson_step(Lessons& lessons, Choices& choices) {
  const lesson::Step* step = open_step(lessons, choices.session);
  if (step == nullptr) return base::Nothing{};
  OpenStep& open = lessons.step;
  open.show_wanted = !open.start;
  if (open.show_wanted) return base::Nothing{};
  if (!step->done.answer.empty()) {
    const auto answer = lesson::value_of(step->done.answer, lesson::with_start(*open.start, *open.start));
    if (answer) open.answer = *answer;
  }
  open.target = step->done.target;
  return take_state(choices, step->done.state);
}

void close_lesson(Lessons& lessons, Session& session) {
  lessons.step = {};
  session.lesson.clear();
  session.lesson_step = 1;
}

void forget_step(Lessons& lessons, const Runs& runs) {
  lessons.step = {};
  lessons.step.before = runs.shown;
}

std::uint32_t first_step_to_do(const Lessons& lessons, const lesson::Lesson& lesson) {
  const auto found = lessons.progress.done.find(lesson.id);
  for (std::uint32_t step = 1; found != lessons.progress.done.end() && step <= lesson.steps.size(); ++step) {
    if (!found->second.contains(step)) return step;
  }
  return 1;
}

base::Status update_lesson(Lessons& lessons, Choices& choices, const Runs& runs, Pointer& pointer) {
  const lesson::Step* step = open_step(lessons, choices.session);
  OpenStep& open = lessons.step;
  if (step == nullptr || !runs.shown || runs.shown == open.before) return base::Nothing{};
  if (!open.start && is_run_of(step->state, *runs.shown)) open.start = facts_of(step->state, *runs.shown, {}, std::nullopt);
  if (open.start && open.show_wanted) return show_lesson_step(lessons, choices);
  if (!runs.shows(choices) || choices.session.experiment != step->state.experiment) return base::Nothing{};
  const bool waits = choices.run_wanted || runs.worker.progress().running;
  if (!waits && !open.target.empty()) pointer.kept = std::exchange(open.target, {});
  if (open.done) return base::Nothing{};
  const lesson::Facts facts = facts_of(choices.session, *runs.shown, pointer.target, open.answer);
  const lesson::Facts all = open.start ? lesson::with_start(facts, *open.start) : facts;
  if (!lesson::holds(step->check, all)) return base::Nothing{};
  return mark_done(lessons, choices.session, *step, all);
}

std::optional<RunRequest> first_run(Lessons& lessons, const Choices& choices) {
  const lesson::Step* step = open_step(lessons, choices.session);
  OpenStep& open = lessons.step;
  if (step == nullptr || open.start || std::exchange(open.first_run_asked_for, true)) return std::nullopt;
  const experiment::Experiment* experiment = experiment::find(choices.catalogue, step->state.experiment);
  if (experiment == nullptr) return std::nullopt;
  return RunRequest{experiment, step->state.settings, &choices.device_of(step->state)};
}

bool awaits_first_run(const Lessons& lessons, const Choices& choices, const Runs& runs) {
  return open_step(lessons, choices.session) != nullptr && lessons.step.first_run_asked_for && !lessons.step.start &&
         runs.worker.progress().running;
}

lesson::Facts facts_of(const Session& session, const RunTables& shown, const view::Target& target, std::optional<double> answer) {
  return lesson::facts({session, *shown.experiment, shown.run, shown.map, shown.lost, shown.contention, shown.blocks,
                        shown.distribution, target, answer});
}

bool is_run_of(const Session& state, const RunTables& shown) {
  return shown.experiment->id == state.experiment && shown.run.settings == state.settings;
}

}  // namespace warplens::desk
