#include "desk/program/programs.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "experiment/kernel_file/kernel_source.h"
#include "launch/python/python_words.h"
#include "launch/recording/recording_file.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::desk {
namespace {

/// Write a recording that has the program's source but no calls. `why`: the reason, a clause.
base::Status write_unrecorded(const OpenProgram& program, const std::string& spec, const std::string& why) {
  const auto text = experiment::read_kernel(program.source);
  if (!text) return text.error();
  launch::ProgramRecording recording;
  recording.name = program.source.stem().string();
  recording.spec = spec;
  recording.sources = {{program.source.string(), *text}};
  recording.incomplete = why;
  return launch::save(recording, program.recording);
}

/// Remove the error of `warplens program` from the end of what was printed, and return its text; "" if the last line is no error.
std::string take_error(std::string& printed) {
  constexpr std::string_view mark = "error: ", not_recorded = "not written, as ";
  const std::size_t end = printed.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t begin = printed.rfind('\n', end) + 1;  // npos + 1 is 0
  const std::string line = printed.substr(begin, end + 1 - begin);
  const std::size_t at = line.find(mark);
  if (at == std::string::npos) return "";
  printed.erase(begin);
  std::string text = line.substr(at + mark.size());
  if (text.starts_with(not_recorded)) text.erase(0, not_recorded.size());
  return text;
}

/// Why a run left no recording. Leaves of `printed` what the program itself has printed.
base::Error failure_of(const OpenProgram& program, std::string& printed, bool stopped) {
  const auto said = ptx::first_diagnostic(printed);
  std::string error = take_error(printed);
  if (stopped) return {program.source.string(), 0, 0, "it was stopped before it left a recording"};
  if (said) {
    printed.clear();  // it was not built
    return *said;
  }
  return {program.source.string(), 0, 0, error.empty() ? "it left no recording" : std::move(error)};
}

}  // namespace

Programs::Programs(std::function<void()> wake)
    : worker_(
          [wake](const Request& request) {
            return Answer{request, request.run->wait(request.command, wake)};
          },
          wake) {}

Programs::~Programs() { stop(); }

/// A folder for each program: two of them may have the same name, which is in the session's name for the recording.
base::Result<std::filesystem::path> Programs::new_folder() {
  if (!folder_) {
    auto folder = base::TemporaryFolder::create();
    if (!folder) return folder.error();
    folder_.emplace(std::move(*folder));
  }
  const std::filesystem::path folder = folder_->path() / std::to_string(open_.size());
  std::error_code code;
  std::filesystem::create_directory(folder, code);
  return folder;
}

base::Result<std::filesystem::path> Programs::open(const std::filesystem::path& source,
                                                   const std::vector<std::filesystem::path>& others, const std::string& spec) {
  auto found = std::ranges::find(open_, source, &OpenProgram::source);
  if (found == open_.end()) {
    const auto folder = new_folder();
    if (!folder) return folder.error();
    OpenProgram program;
    program.source = source;
    program.recording = (*folder / source.stem()).string() + launch::recording_ending;
    if (const base::Status written = write_unrecorded(program, spec, "the program has not run yet"); !written)
      return written.error();
    found = open_.insert(open_.end(), std::move(program));
  }
  if (!others.empty()) found->others = others;
  run(*found, spec);
  return found->recording;
}

base::Result<std::filesystem::path> Programs::open_recorded(const launch::ProgramRecording& recording, const std::string& spec) {
  const launch::RecordedSource* const main = main_source(recording);
  if (main == nullptr) return base::error("the recording has no text with main()");
  const auto folder = new_folder();
  if (!folder) return folder.error();
  OpenProgram program;
  program.sandbox = *folder / "program";
  const std::filesystem::path place = std::filesystem::path(main->file).parent_path();
  for (const launch::RecordedSource& each : recording.sources) {
    // Whatever a stranger's recording calls its files: they stay in the folder.
    const std::filesystem::path beside = std::filesystem::path(each.file).lexically_relative(place).lexically_normal();
    const bool inside = !beside.empty() && beside.is_relative() && *beside.begin() != ".." && beside != ".";
    const std::filesystem::path file =
        program.sandbox / (inside ? beside : std::filesystem::path(each.file).filename().lexically_normal());
    std::error_code code;
    std::filesystem::create_directories(file.parent_path(), code);
    if (const base::Status written = base::write_file(file, each.text); !written) return written.error();
    if (&each == main)
      program.source = file;
    else if (const std::string ending = file.extension().string(); ending == ".cu" || ending == ".cpp" || ending == ".cc")
      program.others.push_back(file);
  }
  program.recording = (*folder / program.source.stem()).string() + launch::recording_ending;
  if (const base::Status written = write_unrecorded(program, spec, "the program has not run here yet"); !written)
    return written.error();
  run(*open_.insert(open_.end(), std::move(program)), spec);
  return open_.back().recording;
}

const OpenProgram* Programs::find(const experiment::Experiment& experiment) const {
  if (!experiment.recording) return nullptr;
  const auto found = std::ranges::find(open_, experiment.file, &OpenProgram::recording);
  return found != open_.end() ? &*found : nullptr;
}

const OpenProgram* Programs::find(const std::filesystem::path& source) const {
  const auto found = std::ranges::find(open_, source, &OpenProgram::source);
  return found != open_.end() ? &*found : nullptr;
}

std::size_t Programs::index_of(const OpenProgram& program) const {
  return static_cast<std::size_t>(std::ranges::find(open_, program.recording, &OpenProgram::recording) - open_.begin());
}

void Programs::run(const OpenProgram& program, const std::string& spec) {
  stop();
  const std::filesystem::path made = folder_->path() / ("run " + std::to_string(++started_) + launch::recording_ending);
  ProgramCommand command{{program.source}, words_in(program.arguments), spec, made, program.sandbox};
  command.sources.insert(command.sources.end(), program.others.begin(), program.others.end());
  running_ = Request{index_of(program), std::move(command), std::make_shared<ProgramRun>()};
  printing_.clear();
  since_ = Background<Request, Answer>::Clock::now();
  worker_.request(*running_);
}

void Programs::set_arguments(const OpenProgram& program, const std::string& arguments) {
  open_[index_of(program)].arguments = arguments;
}

void Programs::stop() {
  if (running_) running_->run->stop();
}

bool Programs::runs(const OpenProgram& program) const { return running_ && &open_[running_->program] == &program; }

double Programs::seconds() const {
  return running_ ? std::chrono::duration<double>(Background<Request, Answer>::Clock::now() - since_).count() : 0;
}

const OpenProgram* Programs::take() {
  const auto answer = worker_.take();
  if (running_) printing_ = running_->run->output();
  if (!answer) return nullptr;
  OpenProgram& program = open_[answer->request.program];
  if (!running_ || running_->run != answer->request.run) {  // another run has been wanted since
    std::error_code code;
    std::filesystem::remove(answer->request.command.recording, code);
    return nullptr;
  }
  running_.reset();
  keep(program, *answer);
  return &program;
}

void Programs::keep(OpenProgram& program, const Answer& answer) {
  const ProgramCommand& command = answer.request.command;
  program.printed = answer.request.run->output();
  program.failure.reset();
  program.stopped = answer.request.run->stopped();
  std::error_code code;
  if (std::filesystem::exists(command.recording, code)) {
    std::filesystem::rename(command.recording, program.recording, code);
    if (code) program.failure = base::Error{program.recording.string(), 0, 0, "cannot be replaced: " + code.message()};
    if (code) return;
    ++program.recorded;
    program.recorded_with = command.arguments;
    return;
  }
  program.failure = answer.status ? failure_of(program, program.printed, answer.request.run->stopped()) : answer.status.error();
  // The picture of an earlier run stays; without one it says what happened.
  if (program.recorded == 0) (void)write_unrecorded(program, command.spec, reason_of(program));
}

const launch::RecordedSource* main_source(const launch::ProgramRecording& recording) {
  const auto found = std::ranges::find_if(recording.sources, [](const launch::RecordedSource& each) {
    return !launch::is_python_source(each.file) && experiment::defines_main(each.text);
  });
  return found == recording.sources.end() ? nullptr : &*found;
}

std::string reason_of(const OpenProgram& program) {
  if (!program.failure) return "";
  const base::Error& failure = *program.failure;
  if (failure.line == 0) return "there is nothing to show: " + failure.message;
  const bool own = std::filesystem::path(failure.file).filename() == program.source.filename();
  const std::string place = own ? "line " : std::filesystem::path(failure.file).filename().string() + ", line ";
  return "it was not built: " + place + std::to_string(failure.line) + ": " + failure.message;
}

std::vector<std::string> words_in(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (const char c : line) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      if (!word) word.emplace();
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
    } else {
      if (!word) word.emplace();
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

}  // namespace warplens::desk
