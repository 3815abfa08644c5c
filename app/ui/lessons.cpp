#include "ui/lessons.h"

#include <algorithm>

#include "lesson/condition.h"
#include "ui/lesson_facts.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

/// Take a state over; what is the user's own way of looking stays.
void take_state(App& app, const Session& state) {
  Session session = state;
  session.theme = app.session.theme;
  session.show_ptx = app.session.show_ptx;
  if (!view::row_of(session.view).needs.sweep) stop_sweep(app);
  open_session(app, session);
}

void forget_step(Lessons& lessons) {
  lessons.before.reset();
  lessons.first_run_asked_for = false;
  lessons.start.reset();
  lessons.typed.clear();
  lessons.answer.reset();
  lessons.target = {};
  lessons.show_wanted = false;
  lessons.done = false;
  lessons.seen.clear();
}

/// The sentences with this run's numbers in them; none where they need those of a first run that there was not.
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

void mark_done(App& app, const lesson::Step& step, const lesson::Facts& facts) {
  Lessons& lessons = app.lessons;
  lessons.done = true;
  lessons.seen = filled(step.seen, facts);
  lessons.scroll_to_end = true;
  const bool is_new = lessons.progress.done[app.session.lesson].insert(app.session.lesson_step).second;
  if (!is_new || lessons.file.empty()) return;
  if (const auto saved = save_progress(lessons.progress, lessons.file); !saved) {
    say_notice(app, base::describe(saved.error()), true);
    lessons.file.clear();  // said once
  }
}

}  // namespace

const lesson::Lesson* open_lesson(const App& app) {
  return app.session.lesson.empty() ? nullptr : lesson::find(*app.lessons.all, app.session.lesson);
}

const lesson::Step* open_step(const App& app) {
  const lesson::Lesson* lesson = open_lesson(app);
  const std::uint32_t step = app.session.lesson_step;
  return lesson != nullptr && step >= 1 && step <= lesson->steps.size() ? &lesson->steps[step - 1] : nullptr;
}

void open_lesson_step(App& app, const std::string& id, std::uint32_t step) {
  const lesson::Lesson* lesson = lesson::find(*app.lessons.all, id);
  if (lesson == nullptr || step < 1 || step > lesson->steps.size())
    return say_notice(app, "There is no step " + std::to_string(step) + " of a lesson “" + id + "” here", true);
  forget_step(app.lessons);
  app.lessons.before = app.shown;
  app.lessons.show_catalogue = false;
  app.lessons.scroll_to = 0;
  take_state(app, lesson->steps[step - 1].state);
}

void move_lesson_step(App& app, int by) {
  const lesson::Lesson* lesson = open_lesson(app);
  if (lesson == nullptr) return;
  const std::vector<lesson::Lesson>& all = app.lessons.all->lessons;
  const auto index = static_cast<std::size_t>(lesson - all.data());
  const std::uint32_t step = app.session.lesson_step;
  if (by > 0 && step < lesson->steps.size()) return open_lesson_step(app, lesson->id, step + 1);
  if (by > 0 && index + 1 < all.size()) return open_lesson_step(app, all[index + 1].id, 1);
  if (by < 0 && step > 1) return open_lesson_step(app, lesson->id, step - 1);
  if (by < 0 && index > 0) open_lesson_step(app, all[index - 1].id, static_cast<std::uint32_t>(all[index - 1].steps.size()));
}

void restore_lesson_step(App& app) {
  if (open_step(app) != nullptr) open_lesson_step(app, app.session.lesson, app.session.lesson_step);
}

void show_lesson_step(App& app) {
  const lesson::Step* step = open_step(app);
  if (step == nullptr) return;
  app.lessons.show_wanted = !app.lessons.start;
  if (app.lessons.show_wanted) return;
  if (!step->done.answer.empty()) {
    const auto answer = lesson::value_of(step->done.answer, lesson::with_start(*app.lessons.start, *app.lessons.start));
    if (answer) app.lessons.answer = *answer;
  }
  app.lessons.target = step->done.target;
  take_state(app, step->done.state);
}

void close_lesson(App& app) {
  forget_step(app.lessons);
  app.session.lesson.clear();
  app.session.lesson_step = 1;
}

std::uint32_t first_step_to_do(const Lessons& lessons, const lesson::Lesson& lesson) {
  const auto found = lessons.progress.done.find(lesson.id);
  for (std::uint32_t step = 1; found != lessons.progress.done.end() && step <= lesson.steps.size(); ++step) {
    if (!found->second.contains(step)) return step;
  }
  return 1;
}

void update_lesson(App& app) {
  Lessons& lessons = app.lessons;
  const lesson::Step* step = open_step(app);
  if (step == nullptr || !app.shown || app.shown == lessons.before) return;
  if (!lessons.start && is_run_of(step->state, *app.shown)) lessons.start = facts_of(step->state, *app.shown, {}, std::nullopt);
  if (lessons.start && lessons.show_wanted) return show_lesson_step(app);
  if (!app.shows_choice() || app.session.experiment != step->state.experiment) return;
  const bool waits = app.run_wanted || app.worker.progress().running;
  if (!waits && !lessons.target.empty()) app.kept_target = std::exchange(lessons.target, {});
  if (lessons.done) return;
  const lesson::Facts facts = facts_of(app.session, *app.shown, app.target, lessons.answer);
  const lesson::Facts all = lessons.start ? lesson::with_start(facts, *lessons.start) : facts;
  if (lesson::holds(step->check, all)) mark_done(app, *step, all);
}

std::optional<RunRequest> first_run(App& app) {
  const lesson::Step* step = open_step(app);
  if (step == nullptr || app.lessons.start || std::exchange(app.lessons.first_run_asked_for, true)) return std::nullopt;
  const experiment::Experiment* experiment = experiment::find(app.catalogue, step->state.experiment);
  if (experiment == nullptr) return std::nullopt;
  return RunRequest{experiment, step->state.settings, &app.device_of(step->state)};
}

bool awaits_first_run(const App& app) {
  return open_step(app) != nullptr && app.lessons.first_run_asked_for && !app.lessons.start && app.worker.progress().running;
}

}  // namespace warplens::ui
