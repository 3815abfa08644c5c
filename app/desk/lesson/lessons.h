#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "desk/pointer/pointer.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"
#include "lesson/facts.h"
#include "lesson/lesson.h"
#include "session/session.h"

namespace warplens::desk {

/// The completed steps of lessons, by the lesson's id; steps count from 1.
struct LessonProgress {
  std::map<std::string, std::set<std::uint32_t>> done;
  bool operator==(const LessonProgress&) const = default;
};

/// JSON and back: {"version": 1, "done": {"01-threads-and-blocks": [1, 2]}}. From a damaged text, the valid parts are kept.
std::string to_json(const LessonProgress& progress);
LessonProgress progress_from_json(const std::string& text);

/// The file for the user's progress: lessons.json in the folder for a user's state; "" if there is no such folder.
std::filesystem::path progress_file();
LessonProgress load_progress(const std::filesystem::path& file);
base::Status save_progress(const LessonProgress& progress, const std::filesystem::path& file);

/// The events in the open step of a lesson since it was opened.
struct OpenStep {
  std::shared_ptr<const RunTables> before;  ///< run shown when the step was opened, not of this step
  bool first_run_asked_for = false;
  std::optional<lesson::Facts> start;  ///< facts of the step's first run
  bool show_wanted = false;            ///< carry out the step's task once that run has finished
  std::string typed;                   ///< answer being typed
  std::optional<double> answer;        ///< the reader's answer
  view::Target target;                 ///< target to point at after the run, while the step is being shown
  bool done = false;
  std::vector<lesson::Block> seen;  ///< comment on the completed task, with its numbers filled in
};

/// The lessons, and the state of the open one; the session has its id.
struct Lessons {
  std::shared_ptr<const lesson::Lessons> all = std::make_shared<lesson::Lessons>();
  std::function<std::shared_ptr<const lesson::Lessons>()> read;  ///< reads the lessons that replace `all`; null once started
  std::future<std::shared_ptr<const lesson::Lessons>> coming;    ///< lessons being read (take_lessons())
  LessonProgress progress;
  std::filesystem::path file;  ///< file of the progress; empty: not stored
  bool show_catalogue = false;
  OpenStep step;

  // Sizes in the panel, pixels, as of the last frame.
  float text_height = 0, text_shown = 0;  ///< full height of the text, and the height that fits
  float task_height = 0;                  ///< height of the task below the text
  float seen_height = 0, seen_shown = 0;  ///< the same for the comment in the task's frame once it is done
  std::optional<float> scroll_to;         ///< offset in the text to scroll to, pixels
  bool answer_reached = false;            ///< whether the keyboard is at the field for the answer
  bool typing = false;                    ///< whether the field for the answer had the keyboard in the last frame
};

/// Read the lessons of these folders on another thread, so that the first frame does not wait for them; if threads are not
/// available yet (base::may_await_threads), from a later frame on, or when the lessons are needed.
void read_lessons(Lessons& lessons, std::vector<std::filesystem::path> folders, const experiment::Catalogue& catalogue);
/// Call once a frame: takes the lessons once they have been read. Blocks until then if a lesson or the list is open.
void take_lessons(Lessons& lessons, const Session& session);
/// Block until the lessons are available; returns at once if they are already.
void await_lessons(Lessons& lessons);

/// The open lesson and step; null if there is none.
const lesson::Lesson* open_lesson(const Lessons& lessons, const Session& session);
const lesson::Step* open_step(const Lessons& lessons, const Session& session);
/// The first step of a lesson that is not done yet, counted from 1; 1 if all are done.
std::uint32_t first_step_to_do(const Lessons& lessons, const lesson::Lesson& lesson);

/// The number that the open step still asks for; nothing if it asks for none, is done, or the number is not known yet.
std::optional<double> awaited_answer(const Lessons& lessons, const Session& session, const Runs& runs);

/// Open a step of a lesson, counted from 1: set up its state and run it. Errors: an unknown lesson or step, a state that cannot
/// be opened.
base::Status open_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs, const std::string& lesson,
                              std::uint32_t step);
/// Open the next step, after a lesson's last step the first one of the next lesson; with -1 the step before. Does nothing if no
/// lesson is open.
base::Status move_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs, int by);
/// Set the step's state up once more.
base::Status restore_lesson_step(Lessons& lessons, Choices& choices, const Runs& runs);
/// Carry out the step's task, now or once its first run has finished.
base::Status show_lesson_step(Lessons& lessons, Choices& choices);
void close_lesson(Lessons& lessons, Session& session);
/// Restart the step that is open in a session file.
void forget_step(Lessons& lessons, const Runs& runs);

/// Call once a frame after take_report(): checks whether the open step is done, and saves that. Errors: it cannot be saved.
base::Status update_lesson(Lessons& lessons, Choices& choices, const Runs& runs, Pointer& pointer);

/// The first run of the open step, of its state as set up, to run before any other: the step's texts compare with it, even if the
/// user changes settings at once. Returns it only once.
std::optional<RunRequest> first_run(Lessons& lessons, const Choices& choices);
/// Whether the first run has been requested and is still going on.
bool awaits_first_run(const Lessons& lessons, const Choices& choices, const Runs& runs);

/// Facts for a lesson's condition: about the shown run, the hovered target and the typed answer.
lesson::Facts facts_of(const Session& session, const RunTables& shown, const view::Target& target, std::optional<double> answer);

/// Whether a run has exactly the settings of a step's state: it is the step's first run, with which later runs are compared.
bool is_run_of(const Session& state, const RunTables& shown);

}  // namespace warplens::desk
