#include "cli/program_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "base/number_format.h"
#include "base/process.h"
#include "cli/choose.h"
#include "experiment/kernel_file/kernel_source.h"
#include "launch/recording/recording_file.h"
#include "launch/spec_ids.h"
#include "program/build.h"
#include "program/program_file.h"
#include "program/python.h"

namespace warplens::cli {
namespace {

bool is_source(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".cu" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
}

std::string place(const std::string& file, int line) {
  if (file.empty()) return {};
  return as_seen_from_here(file) + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
}

std::string remark_on(const program::PythonInterpreter& python) {
  return "note: run by " + python.program.string() + ", which has " +
         (python.numba.empty() ? "no Numba" : "Numba " + python.numba) + "; --python chooses another\n";
}

}  // namespace

base::Result<ProgramRequest> program_request(const ProgramOptions& options, const Context& context) {
  const std::vector<std::string>& files = options.files;
  ProgramRequest request;
  std::size_t k = 0;
  while (k < files.size() && is_source(files[k])) {
    if (const base::Status right = program::check_source(files[k]); !right) return right.error();
    request.sources.emplace_back(files[k++]);
  }
  if (request.sources.empty()) {
    const std::filesystem::path file = files.front();
    k = 1;
    std::error_code code;
    if (!std::filesystem::is_regular_file(file, code)) {
      request.executable = file.has_parent_path() ? "" : base::find_program(file.string());  // python3
      if (request.executable.empty()) return base::Error{file.string(), 0, 0, "no such file"};
    } else if (experiment::is_python_file(file)) {
      const auto python = program::find_python(options.python);
      if (!python) return python.error();
      request.executable = python->program;
      request.script = file;
      request.remark = remark_on(*python);
    } else {
      if (const base::Status whole = program::check_executable(file); !whole) return whole.error();
      request.executable = std::filesystem::absolute(file);
    }
    request.is_python = !request.script.empty() || request.executable.filename().string().starts_with("python");
  }
  request.arguments.assign(files.begin() + static_cast<std::ptrdiff_t>(k), files.end());
  request.arguments.insert(request.arguments.end(), context.arguments.begin(), context.arguments.end());
  return request;
}

base::Result<runtime::Environment> environment_of(const ProgramOptions& options, const Context& context) {
  const auto device = choose_device(context.devices, options.device == "auto" ? "simt" : options.device, options.spec);
  if (!device) return device.error();
  runtime::Environment environment;
  environment.spec = (*device)->properties().id;
  const auto schedule = launch::schedule_named(options.schedule);
  if (!schedule) return base::Error{"--schedule", 0, 0, "'" + options.schedule + "' is not one of timed, round-robin, random"};
  const auto seed = parse_whole("--seed", launch::ElementType::u64, options.seed);
  if (!seed) return seed.error();
  const auto step_limit = parse_whole("--step-limit", launch::ElementType::u64, options.step_limit);
  if (!step_limit) return step_limit.error();
  environment.launches.schedule = *schedule;
  environment.launches.seed = *seed;
  environment.launches.step_limit = *step_limit;
  environment.launches.check = options.check;
  environment.launches.details = options.json;
  return environment;
}

void choose_card(ProgramRequest& request, const ProgramOptions& options, const Context& context,
                 runtime::Environment& environment) {
  const unsigned needed = request.sources.empty() ? 0 : program::architecture_for(request.sources, context.compile);
  if (!options.spec.empty() || needed <= ptx::oldest_architecture) return;
  for (const std::string_view id : launch::spec_ids) {
    const auto device = choose_device(context.devices, "simt", std::string(id));
    if (!device) continue;
    const launch::DeviceProperties& card = (*device)->properties();
    const double capability = std::atof(card.compute_capability.c_str());
    if (capability * 10 < needed - 0.5) continue;
    environment.spec = id;
    request.remark +=
        fmt::format("note: run as on {}, as the program is compiled for compute capability {:.1f}; --spec chooses another card\n",
                    id, needed / 10.0);
    return;
  }
}

std::string program_remarks(const program::Outcome& outcome) {
  std::string text;
  for (const program::Remark& remark : outcome.remarks) text += place(remark.file, remark.line) + "note: " + remark.text + "\n";
  const auto tell = [&](const char* what, const program::Finding& finding) {
    text += place(finding.file, finding.line) + what + ": " + finding.kind + ": " + finding.message + "\n";
    if (!finding.other.empty() && !finding.other_file.empty())
      text += place(finding.other_file, finding.other_line) + "note: " + finding.other + "\n";
  };
  for (const program::Finding& finding : outcome.findings) tell("finding", finding);
  for (const program::Finding& note : outcome.notes) tell("note", note);
  return text;
}

int exit_status_of(const program::Outcome& outcome, bool check) {
  if (outcome.ended.signal != 0) return status_kernel_failed;
  if (outcome.faulted && outcome.ended.exit_status == 0) return status_kernel_failed;
  if (check && !outcome.findings.empty()) return status_found;
  return outcome.ended.exit_status;
}

base::Status check_recording(const std::filesystem::path& file) {
  if (file.extension() != launch::recording_ending)
    return base::Error{file.string(), 0, 0, "the name of a recording ends in " + std::string(launch::recording_ending)};
  const auto trial = base::create_part(file);
  if (!trial) return trial.error();
  std::error_code code;
  std::filesystem::remove(*trial, code);
  if (std::filesystem::is_directory(file, code)) return base::Error{file.string(), 0, 0, "cannot write: it is a folder"};
  return base::Nothing{};
}

base::Result<std::string> save_recording(const std::filesystem::path& file,
                                         const base::Result<launch::ProgramRecording>& recording) {
  if (!recording) return base::Error{file.string(), 0, 0, recording.error().message};
  if (recording->calls.empty()) return base::Error{file.string(), 0, 0, "not written, as the program made no call to CUDA"};
  if (const base::Status saved = save(*recording, file); !saved) return saved.error();
  const auto kept = std::ranges::count(recording->launches, "", &launch::RecordedLaunch::not_kept);
  const std::string launches = base::counted(recording->launches.size(), "launch");
  std::string text = "note: recorded " + base::counted(recording->calls.size(), "call") +
                     (recording->measured ? " and " + launches + " with its memory" : ", " + launches + " among them") +
                     "; open it with: warplens " + file.string() + "\n";
  if (const auto missing = recording->launches.size() - static_cast<std::size_t>(kept); missing > 0)
    text += "note: the memory of " + base::counted(missing, "launch") + " is not in the recording\n";
  if (!recording->incomplete.empty()) text += "note: " + recording->incomplete + "\n";
  return text;
}

}  // namespace warplens::cli
