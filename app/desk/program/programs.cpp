#include "desk/program/programs.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "experiment/kernel_file/kernel_source.h"
#include "launch/recording/recording_file.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::desk {
namespace {

/// Write a recording of no calls, with the program's source, and with a sentence on why there are none.
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

/// Why a run left no recording. `printed`: what the compiler or the program has printed, and our own command line.
base::Error failure_of(const OpenProgram& program, const std::string& printed, bool stopped) {
  if (stopped) return {program.source.string(), 0, 0, "was stopped before it did anything with CUDA"};
  if (const auto said = ptx::first_diagnostic(printed)) return *said;
  const std::string line = ptx::first_line(printed);
  return {program.source.string(), 0, 0, line.empty() ? "did nothing with CUDA, so there is nothing to show" : line};
}

}  // namespace

Programs::Programs(std::function<void()> wake)
    : worker_([wake](const Request& request) { return Answer{request, request.run->wait(request.command, wake)}; }, wake) {}

Programs::~Programs() { stop(); }

base::Result<std::filesystem::path> Programs::open(const std::filesystem::path& source, const std::string& spec) {
  auto found = std::ranges::find(open_, source, &OpenProgram::source);
  if (found == open_.end()) {
    if (!folder_) {
      auto folder = base::TemporaryFolder::create();
      if (!folder) return folder.error();
      folder_.emplace(std::move(*folder));
    }
    // A folder each: two programs may have the same name, which is in the session's name for the recording.
    const std::filesystem::path folder = folder_->path() / std::to_string(open_.size());
    std::error_code code;
    std::filesystem::create_directory(folder, code);
    OpenProgram program;
    program.source = source;
    program.recording = (folder / source.stem()).string() + launch::recording_ending;
    if (const base::Status written = write_unrecorded(program, spec, "the program has not run yet"); !written)
      return written.error();
    found = open_.insert(open_.end(), std::move(program));
  }
  run(*found, spec);
  return found->recording;
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
  running_ = Request{index_of(program), {program.source, words_in(program.arguments), spec, made}, std::make_shared<ProgramRun>()};
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
  program.exit_status = answer.status ? *answer.status : 1;
  program.failure.reset();
  std::error_code code;
  if (std::filesystem::exists(command.recording, code)) {
    std::filesystem::rename(command.recording, program.recording, code);
    if (code) program.failure = base::Error{program.recording.string(), 0, 0, "cannot be replaced: " + code.message()};
    if (!code) ++program.recorded;
    return;
  }
  program.failure = answer.status ? failure_of(program, program.printed, answer.request.run->stopped()) : answer.status.error();
  // The picture of an earlier run stays; without one it says what happened.
  if (program.recorded == 0)
    (void)write_unrecorded(program, command.spec,
                           answer.request.run->stopped() ? "the program was stopped before it did anything with CUDA"
                                                         : "the program did not run: " + base::describe(*program.failure));
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
