#include "grade/program_judge.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "base/file.h"
#include "base/number_format.h"
#include "base/process.h"
#include "experiment/recording/recorded_program.h"
#include "grade/submissions.h"
#include "launch/recording/recording.h"
#include "program/build.h"
#include "program/outcome.h"
#include "program/python.h"
#include "program/recording.h"
#include "program/run.h"

namespace warplens::grade {
namespace {

std::filesystem::path executable_in(const std::filesystem::path& folder) { return folder / "program"; }

/// Bytes of memory that are kept of a program for its pictures, and how many pictures there are of one.
constexpr std::uint64_t recording_budget = std::uint64_t{16} << 20;
constexpr std::size_t max_pictures = 4;

/// The program at the calls in which something was found, the first of each kind. None where its recording cannot be opened.
std::vector<FindingPicture> pictures_of(launch::ProgramRecording recorded) {
  if (!launch::contradiction(recorded).empty()) return {};  // the program has written events, too
  const auto recording = std::make_shared<const launch::ProgramRecording>(std::move(recorded));
  auto experiment = experiment::experiment_of(recording);
  if (!experiment) return {};
  const auto shared = std::make_shared<const experiment::Experiment>(std::move(*experiment));
  const auto settings = experiment::default_settings(*shared);
  if (!settings) return {};
  std::vector<FindingPicture> pictures;
  std::set<std::string> kinds;
  for (const launch::RecordedFinding& finding : recording->findings) {
    if (pictures.size() == max_pictures || !kinds.insert(finding.kind).second) continue;
    const std::string line = finding.place.line == 0 ? "" : "line " + std::to_string(finding.place.line) + ": ";
    FindingPicture picture{.caption = line + finding.message, .experiment = shared, .settings = *settings, .view = "program"};
    if (finding.call < recording->calls.size())
      picture.program_scrub = (finding.call + 1.0) / static_cast<double>(recording->calls.size());
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

/// The time that submissions have where the model solution took this long: twenty times as much, and five seconds.
std::chrono::seconds limit_for(std::chrono::steady_clock::duration model) {
  return std::chrono::ceil<std::chrono::seconds>(20 * model) + std::chrono::seconds(5);
}

/// Findings in the copy of a script that ran are in the script that was handed in.
void name_as_handed_in(program::Outcome& outcome, const std::filesystem::path& copy, const std::filesystem::path& original) {
  for (std::vector<program::Finding>* const all : {&outcome.findings, &outcome.notes})
    for (program::Finding& each : *all)
      for (std::string* const file : {&each.file, &each.other_file})
        if (*file == copy.string()) *file = original.string();
}

/// The lines, without spaces at their ends and empty lines at the end.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// How two texts differ, in a sentence; empty if they do not.
std::string difference(const std::string& expected, const std::string& got) {
  const std::vector<std::string> wanted = lines_of(expected), lines = lines_of(got);
  for (std::size_t k = 0; k < std::max(wanted.size(), lines.size()); ++k) {
    const auto text = [&](const std::vector<std::string>& all) { return k < all.size() ? "'" + all[k] + "'" : "nothing more"; };
    if (text(wanted) != text(lines))
      return "line " + std::to_string(k + 1) + " of its output is " + text(lines) + " instead of " + text(wanted);
  }
  return {};
}

}  // namespace

/// What a program did, and the pictures of what was found.
struct ProgramJudge::Ran {
  program::Outcome outcome;
  std::vector<FindingPicture> pictures;
};

/// What a compiler may read.
std::vector<std::filesystem::path> ProgramJudge::readable(const Submission& submission) const {
  std::vector<std::filesystem::path> files = submission.files();
  files.insert(files.end(), options_.include_folders.begin(), options_.include_folders.end());
  return files;
}

base::Status ProgramJudge::build_in(const std::filesystem::path& folder, const Submission& submission) const {
  if (submission.is_script()) return base::write_file(executable_in(folder), "");
  program::BuildLimits limits{compiler_time, compiler_memory};
  if (sandbox_) {
    limits.visible = readable(submission);
    limits.wrapper = sandbox_->for_compiler(folder, limits.visible);
  }
  const auto built = program::build(submission.sources, options_, executable_in(folder), limits, program::executable_store());
  if (!built) return built.error();
  return base::Nothing{};
}

/// Run the program that was built in `folder`.
base::Result<ProgramJudge::Ran> ProgramJudge::run_in(const std::filesystem::path& folder, const Submission& submission) const {
  const auto made = RunFolder::make(folder, submission);
  if (!made) return made.error();
  program::RunOptions run{.inherits = false, .captures = true, .silent = true, .time_limit = time_limit_};
  runtime::Environment environment;
  environment.journal = made->journal();
  environment.launches.check = true;
  environment.launches.step_limit = step_limit;
  if (pictures_) environment.recording = {folder, recording_budget};
  run.variables = program::variables_on_simt(environment);
  std::vector<std::string> arguments = arguments_;
  const std::filesystem::path script = made->work() / submission.sources.front().filename();
  if (submission.is_script()) {
    std::ranges::move(program::variables_for_python(), std::back_inserter(run.variables));
    run.variables.emplace_back("WARPLENS_TELLS_EXCEPTIONS", "1");
    for (const char* const writable : {"HOME", "TMPDIR"})  // IPython wants the one, the compiler of kernels the other
      run.variables.emplace_back(writable, made->work().string());
    arguments = program::python_arguments(script, arguments, made->work());
  }
  program::NamedFiles files;
  if (sandbox_) {
    run.wrapper = sandbox_->for_program(*made, python_);
    std::vector<std::filesystem::path> visible = readable(submission);
    if (submission.is_script()) visible.push_back(made->work());
    files = {std::move(visible), sandbox_->for_compiler(folder, {})};
  }
  auto ended = program::run(submission.is_script() ? python_ : made->program(), arguments, run);
  if (!ended) return ended.error();
  const auto events = program::read_events(environment.journal, files);
  if (!events) return events.error();
  auto outcome = program::outcome_of(*events, std::move(*ended));
  if (!outcome) return outcome.error();
  if (submission.is_script()) name_as_handed_in(*outcome, script, submission.sources.front());
  Ran ran{std::move(*outcome), {}};
  if (!pictures_ || ran.outcome.findings.empty() || ran.outcome.ended.timed_out) return ran;
  auto recording = program::recording_of(*events, ran.outcome, submission.name, environment, submission.sources);
  if (recording) ran.pictures = pictures_of(std::move(*recording));
  return ran;
}

base::Result<ProgramJudge> ProgramJudge::make(const std::filesystem::path& model, std::vector<std::string> arguments,
                                              const ptx::CompileOptions& options, std::optional<Sandbox> sandbox, bool pictures,
                                              std::chrono::seconds time_limit) {
  ProgramJudge judge(std::move(arguments), options, sandbox, pictures, time_limit);
  // Compilers may run in another folder.
  for (std::filesystem::path& include : judge.options_.include_folders) include = base::whole_path(include);
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const Submission submission{"model", {model}};
  if (submission.is_script()) {
    const auto python = program::find_python("");
    if (!python) return python.error();
    judge.python_ = python->program;
    if (const base::Status made = judge.build_in(folder->path(), submission); !made) return made.error();
  } else if (const auto built = program::build({model}, options, executable_in(folder->path()), {}, program::executable_store());
             !built) {
    return built.error();
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto ran = judge.run_in(folder->path(), submission);
  judge.time_limit_ = std::min(time_limit, limit_for(std::chrono::steady_clock::now() - begin));
  if (!ran) return ran.error();
  const program::Ended& ended = ran->outcome.ended;
  if (ended.timed_out || ended.exit_status != 0 || ran->outcome.faulted)
    return base::Error{model.string(), 0, 0, "the model solution fails, with exit status " + std::to_string(ended.exit_status)};
  judge.expected_ = ended.output;
  judge.launches_ = ran->outcome.launched;
  return judge;
}

Verdict ProgramJudge::judge(const Submission& submission, const std::filesystem::path& folder) const {
  Verdict verdict{.name = submission.name};
  const auto end = [&](Word word, std::string reason, std::string file = "", int line = 0) {
    verdict.set(word, std::move(reason), std::move(file), line);
    return verdict;
  };
  if (sandbox_ && submission.is_link()) return end(Word::refused, "it is a link to another file");
  if (const auto built = build_in(folder, submission); !built)
    return end(Word::not_compiling, built.error().message, built.error().file, built.error().line);
  auto ran = run_in(folder, submission);
  if (!ran) return end(Word::refused, ran.error().message);
  verdict.pictures = std::move(ran->pictures);
  const program::Outcome& outcome = ran->outcome;
  for (const program::Finding& finding : outcome.findings)
    verdict.find(finding.kind, finding.message, finding.file, finding.line);
  for (const program::Finding& note : outcome.notes)
    if (marks_leaks_ && note.kind == "leak") verdict.find(note.kind, note.message, note.file, note.line);
  if (outcome.ended.timed_out)
    return end(Word::hanging,
               "it did not end within " + base::counted(static_cast<std::uint64_t>(time_limit_.count()), "second"));
  if (verdict.word >= Word::hanging) return verdict;
  if (outcome.ended.signal != 0) return end(Word::crashing, "it was ended by signal " + std::to_string(outcome.ended.signal));
  const std::string different = difference(expected_, outcome.ended.output);
  if (!different.empty() && verdict.word < Word::racy) return end(Word::wrong, different);
  if (outcome.ended.exit_status != 0 && verdict.word == Word::right)
    return end(Word::wrong, "its exit status is " + std::to_string(outcome.ended.exit_status));
  if (launches_ && !outcome.launched && verdict.word < Word::racy) return end(Word::wrong, "it launched no kernel");
  return verdict;
}

}  // namespace warplens::grade
