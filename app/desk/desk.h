#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "desk/asking/asking.h"
#include "desk/background/notice.h"
#include "desk/choices/choices.h"
#include "desk/choices/undo.h"
#include "desk/editing/editor.h"
#include "desk/editing/kernel_files.h"
#include "desk/editing/template_instance.h"
#include "desk/lesson/lessons.h"
#include "desk/permission.h"
#include "desk/playback/playback.h"
#include "desk/playback/stepping.h"
#include "desk/pointer/findings.h"
#include "desk/pointer/pointer.h"
#include "desk/prediction/prediction.h"
#include "desk/program/programs.h"
#include "desk/run/beside.h"
#include "desk/run/remote_places.h"
#include "desk/run/runs.h"
#include "desk/schedule/search.h"
#include "desk/source/source_text.h"
#include "desk/sweep/sweeping.h"

namespace warplens::desk {

/// The kept run's place in its trace and the highlights in it; both follow the shown run.
struct Beside {
  explicit Beside(const std::function<void()>& wake) : playback(wake), pointer(wake), preparation(wake) {}
  Playback playback;
  Pointer pointer;
  Preparation preparation;

  /// The request with which *Memory* begins in both runs, found once for two runs and a chosen memory.
  struct Start {
    std::weak_ptr<const RunTables> shown, kept;  ///< weak: tables are large, and go when nothing shows them
    std::string memory;                          ///< as Session::memory
    std::optional<view::MemoryStart> found;
    bool is_of(const Runs& runs) const { return runs.shown && shown.lock() == runs.shown && kept.lock() == runs.beside; }
  };
  Start start;
};

/// The state of the program, in parts that each own their data and their worker. A function receives the parts that it changes; a
/// function that only reads many parts, such as input_of(), receives the whole desk as const.
struct Desk {
  /// `devices` must outlive the Desk; `wake` is called from the workers' threads when they have an answer.
  Desk(experiment::Catalogue catalogue, launch::DeviceList& devices, const std::function<void()>& wake);

  Choices choices;
  Undo undo;  ///< undo of the session's settings
  Notice notice;
  Runs runs;
  Playback playback;
  Pointer pointer;
  Asking asking;
  Beside beside;
  FindingCursor findings;
  Stepping stepping;
  Sweeping sweeping;
  Search search;
  RemotePlaces elsewhere;
  Lessons lessons;
  Programs programs;
  Prediction prediction;
  /// Source of the chosen experiment, as last read; never null.
  std::shared_ptr<const SourceText> source = std::make_shared<const SourceText>();
  SourceText ptx;                  ///< PTX of the shown kernel
  Editor editor;                   ///< editor of `source`, if the user opened its file
  bool has_recorded_main = false;  ///< whether the shown recording has the text of a main(), to be run again
  std::string read_only;           ///< why that file cannot be edited, for people; "": it can, or it is not the user's
  RecentFiles recent;
  Permissions permissions;
  std::optional<TemplateQuestion> template_question;  ///< about the file that was to be opened
  std::optional<base::Error> file_error;              ///< why the user's file currently describes no experiment
  float scale = 1;                                    ///< scale of the pictures, pixels per point

  bool shows_choice() const { return runs.shows(choices); }
  /// Changes with all inputs of a picture of the shown run, except the pointer.
  std::uint64_t picture_version() const { return runs.version + playback.version; }

  /// Where "Why …?" is asked and answered.
  AskedIn asked_in() { return {pointer, playback, stepping, choices.session, runs}; }

  // A frame: take the workers' answers, let the window change the parts, then request missing results.

  void take_answers();
  /// Whether a file opened by the user is watched, which needs regular checks.
  bool watches() const { return choices.experiment().opened_by_user(); }
  /// Update everything that depends on the place, the pointer and the run.
  void update();
  /// Request the chosen run, else a run that the shown view compares it with.
  void request_work();
  /// Wait until no worker has anything left to do, except a search.
  void wait_until_idle();

  /// Open the first scene: the chosen experiment, or the first one of the catalogue, with the check on.
  void open_first_experiment();
  /// Open a file given to the window: a kernel (.cu, .ptx, .ll), a program (a .cu with main()), which then runs, an experiment
  /// (.toml), a recorded program (.recording), a .schedule, an .obj model, else a session. Errors are notices. If an experiment
  /// or a session reads files outside of its folder, `permissions` may have to ask the user first; then answer() opens it.
  void open_file(const std::filesystem::path& path);
  /// Open what was dropped at once: the sources of a program together, everything else file by file.
  void open_files(const std::vector<std::filesystem::path>& paths);
  void answer(bool allowed);
  /// Append the lines of template_question to its file, and open the file. If the lines are wrong, show a notice and keep the
  /// question.
  void answer_template();
  /// The chosen experiment's program; null if the experiment is not one that runs here.
  const OpenProgram* program() const { return programs.find(choices.experiment()); }
  /// Preset of the SIMT machine that programs run on: the chosen one, if one is chosen.
  std::string program_spec() const;
  /// Build and run the chosen program again. Does nothing if there is none.
  void run_program();
  /// Make a file in `folder`, from a template or as a copy of the chosen experiment, and open it. Errors are notices.
  void open_new(const KernelTemplate& chosen, const std::filesystem::path& folder);
  void open_copy(const std::filesystem::path& folder);
  void open_text(const std::string& text, const std::filesystem::path& folder);
  /// Save the chosen kernel and its settings as an experiment file, NAME.toml next to its source, and open that file. Errors are
  /// notices.
  void save_as_experiment();
  /// Write the chosen experiment and its settings as a program that needs no Warplens, to a file in `folder`. A notice shows the
  /// path or the error.
  void save_as_program(const std::filesystem::path& folder);
  /// Save an experiment file, NAME.toml next to the source, that runs all kernels of the chosen experiment's source in a row, and
  /// open it. Errors are notices.
  void open_sequence();
  /// Save the session, with the user's own kernel that it shows; return the path. Errors: a file that cannot be
  /// written.
  base::Result<std::filesystem::path> save_session();
  /// The text that save_session() would write. Errors: as above, except for the file.
  base::Result<std::string> session_text();
  /// Save the session to another file, which becomes the session's file.
  base::Result<std::filesystem::path> save_session_as(const std::filesystem::path& file);
  /// A clause, to follow the session's name, on shown data that a saved session lacks; "" if it lacks nothing.
  std::string not_in_session() const;
  /// Undo the last change of a setting, or redo it. Does nothing if there is none.
  void undo_change();
  void redo_change();

  /// Open a session and run its launch to completion. Errors: the window would refuse the session.
  base::Status open_and_run(const Session& session);
  /// Open a session and run everything its view shows. Errors: a failed run, or those of open_and_run().
  base::Status settle(const Session& session);

  /// What the colours mean, as chosen; of two runs next to each other one of which is wrong: the result. None: what tells most.
  std::optional<view::ColourMode> colour() const;

 private:
  void show_new_run(const ptx::Function* before);
  bool may_read(const std::filesystem::path& experiment_file);
  bool may_read(const std::filesystem::path& session_file, const SessionDocument& document);
  bool may_run_chosen();
  void open_session_file(const std::filesystem::path& path);
  void open_program(const std::filesystem::path& source, const std::vector<std::filesystem::path>& others = {});
  void show_ended(const OpenProgram& ended);
  bool changed(const std::filesystem::path& file);
  void watch_program(const OpenProgram& program);
  void restore(std::optional<Session> session);
  base::Result<OwnFiles> files_for_session();

  void watch_files();
  void update_source();
  RunRequest with_source(RunRequest request);
  void read_source();
  void read_recorded_source();
  bool show_in_editor(const std::string& file);
  void update_beside();
  void update_memory_start();
  std::optional<view::ColourMode> cell_colour(const RunTables& tables) const;

  const experiment::Experiment* allowed_ = nullptr;                        ///< last one that may_run_chosen() allowed
  const experiment::Experiment* source_of_ = nullptr;                      ///< the experiment that `source` belongs to
  std::string recorded_file_;                                              ///< in a recorded program: file with the text `source`
  std::shared_ptr<const SourceText> recorded_source_;                      ///< its text as it ran; null if it was not recorded
  std::map<std::filesystem::path, std::filesystem::file_time_type> seen_;  ///< the user's files, with their times as last seen
};

/// The results of workers that the next frame draws, to detect changes.
struct Answers {
  const RunTables *shown = nullptr, *counterpart_of = nullptr;
  const RunTables* beside = nullptr;
  std::size_t outcomes = 0, residencies = 0;
  bool lesson_done = false;
  const Explanation* explanation = nullptr;
  view::Target target;
  const view::SteppedMoment* moment = nullptr;
  bool prepared = false;
  const ptx::Module* removed_of = nullptr;
  bool operator==(const Answers&) const = default;
};
Answers answers_of(const Desk& desk);

}  // namespace warplens::desk
