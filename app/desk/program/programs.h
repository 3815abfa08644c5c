#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/result.h"
#include "desk/background/background.h"
#include "desk/program/program_run.h"
#include "experiment/experiment.h"
#include "launch/recording/recording.h"

namespace warplens::desk {

/// A whole program: a source with main(). The window shows the recording of its last run.
struct OpenProgram {
  std::filesystem::path source;
  std::vector<std::filesystem::path> others;  ///< further sources
  std::filesystem::path sandbox;              ///< of somebody else's program: all that it may read; "": it is the user's own
  std::filesystem::path recording;            ///< an experiment's file; before the first run, of a program without calls
  std::string arguments;                      ///< of main(), as typed: words, or "words in quotes"
  std::string printed;                        ///< by the last run that has ended
  std::optional<base::Error> failure;         ///< why the last run that has ended could not be recorded
  bool stopped = false;                       ///< the last run that has ended, by the user
  std::size_t recorded = 0;                   ///< runs that were recorded; 0: `recording` is of none
  std::vector<std::string> recorded_with;     ///< arguments of main() of the run that `recording` is of
};

/// The programs that the user opened. One runs at a time, in the background.
class Programs {
 public:
  /// `wake` is called from another thread when a program has printed something, and when it has ended.
  explicit Programs(std::function<void()> wake);
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  /// Open a program, unless it is open already, and run it on the SIMT machine with this preset. `others`: its sources apart from
  /// that with main(); none: those that it was opened with. Returns the path of its recording. Errors: the source cannot be read;
  /// files for the recording cannot be made.
  base::Result<std::filesystem::path> open(const std::filesystem::path& source, const std::vector<std::filesystem::path>& others,
                                           const std::string& spec);
  /// Open a program of somebody else's from the texts in its recording, and run it in a sandbox. Returns the path of its new
  /// recording. Errors: no text has main(); files cannot be made.
  base::Result<std::filesystem::path> open_recorded(const launch::ProgramRecording& recording, const std::string& spec);
  /// The program that an experiment is a recording of; null if it is none of the open ones.
  const OpenProgram* find(const experiment::Experiment& experiment) const;
  /// The open program with this source; null if there is none.
  const OpenProgram* find(const std::filesystem::path& source) const;

  /// Run it, after what is running has been stopped.
  void run(const OpenProgram& program, const std::string& spec);
  /// Change the arguments of main(), for the next run.
  void set_arguments(const OpenProgram& program, const std::string& arguments);
  /// Stop what is running. What it did until then is recorded.
  void stop();
  bool runs(const OpenProgram& program) const;
  /// Seconds since the running program was started, compiler included.
  double seconds() const;
  /// What the program has printed in its current run, or in its last one if it does not run now.
  const std::string& printed(const OpenProgram& program) const { return runs(program) ? printing_ : program.printed; }

  /// Call once a frame. Returns the program whose run has ended since the last call, or null. The new recording has then replaced
  /// the old one, unless the run failed.
  const OpenProgram* take();
  void wait_until_idle() { worker_.wait_until_idle(); }

 private:
  struct Request {
    std::size_t program = 0;  ///< index in `open_`
    ProgramCommand command;
    std::shared_ptr<ProgramRun> run;
  };
  struct Answer {
    Request request;
    base::Result<int> status;
  };

  base::Result<std::filesystem::path> new_folder();
  std::size_t index_of(const OpenProgram& program) const;
  void keep(OpenProgram& program, const Answer& answer);

  std::deque<OpenProgram> open_;  ///< addresses stay valid
  std::optional<base::TemporaryFolder> folder_;
  std::uint64_t started_ = 0;  ///< number of runs, for names of files
  std::optional<Request> running_;
  std::string printing_;  ///< by the running program, as of the last take()
  Background<Request, Answer>::Clock::time_point since_;
  Background<Request, Answer> worker_;  ///< last: its thread uses `running_`'s run
};

/// The text in a recording that has main(); null if none has.
const launch::RecordedSource* main_source(const launch::ProgramRecording& recording);

/// Why the last run is not shown, a clause: "it was not built: line 10: …"; "" if it is shown.
std::string reason_of(const OpenProgram& program);

/// Split a line into words as a shell does: at spaces, except between quotes, which are left out.
std::vector<std::string> words_in(std::string_view line);

}  // namespace warplens::desk
