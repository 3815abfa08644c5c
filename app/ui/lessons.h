#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/facts.h"
#include "lesson/lesson.h"
#include "ui/launch_worker.h"
#include "ui/lesson_progress.h"

namespace warplens::ui {

struct App;

/// What the window knows of lessons. Which one is open is in the session.
struct Lessons {
  std::shared_ptr<const lesson::Lessons> all = std::make_shared<lesson::Lessons>();
  LessonProgress progress;
  std::filesystem::path file;  ///< where progress is kept; empty: nowhere
  bool show_catalogue = false;

  // Of the open step.
  std::shared_ptr<const RunTables> before;  ///< the picture when it was opened, which tells nothing of it
  bool first_run_asked_for = false;
  std::optional<lesson::Facts> start;  ///< of its first run
  bool show_wanted = false;            ///< carry out the step's task once that run has finished
  std::string typed;                   ///< answer being typed
  bool typing = false;                 ///< whether the field for it had the keyboard in the last frame
  std::optional<double> answer;        ///< that was given
  view::Target target;                 ///< to be pointed at once the run is there: the step is being shown
  bool done = false;                   ///< since it was opened
  std::vector<lesson::Block> seen;     ///< comment on the completed task, with its numbers filled in

  // Of the panel, pixels, as of the last frame.
  float text_height = 0, text_shown = 0;  ///< full height of the text, and the height that fits
  std::optional<float> scroll_to;         ///< below the text's top
  bool scroll_to_end = false;
};

/// The open lesson and step; null where there is none.
const lesson::Lesson* open_lesson(const App& app);
const lesson::Step* open_step(const App& app);

/// Open a step of a lesson, counted from 1: its state is set up and runs. An unknown one is refused with a notice.
void open_lesson_step(App& app, const std::string& lesson, std::uint32_t step);
/// The next step, and after a lesson's last the first of the next lesson; with -1 the one before. Nothing where no lesson is
/// open.
void move_lesson_step(App& app, int by);
/// Set the step's state up once more.
void restore_lesson_step(App& app);
/// Carry out the step's task, now or once its first run has finished.
void show_lesson_step(App& app);
void close_lesson(App& app);
/// The first step of a lesson that was not done yet, counted from 1; 1 where all were.
std::uint32_t first_step_to_do(const Lessons& lessons, const lesson::Lesson& lesson);

/// Once a frame, after a run may have come in: whether the open step is done.
void update_lesson(App& app);

/// The run that goes before any other of the open step: of its state as it was set up. What the step says compares with it, even
/// where the user was quicker. Nothing once it was given.
std::optional<RunRequest> first_run(App& app);
/// Whether that run has been asked for and is still going on.
bool awaits_first_run(const App& app);

}  // namespace warplens::ui
