#include "cli/program_on_gpu.h"

#include <cstdlib>
#include <sstream>
#include <vector>

#include "base/process.h"
#include "cli/choose.h"
#include "cli/launch_table.h"
#include "cli/program_recording.h"
#include "program/build.h"
#include "program/cuda_toolkit.h"
#include "program/events.h"
#include "program/gpu_recording.h"
#include "program/measured.h"
#include "program/run.h"
#include "program/variables.h"

namespace warplens::cli {
namespace {

constexpr const char* visible_devices = "CUDA_VISIBLE_DEVICES";

base::Status check_options(const ProgramOptions& options) {
  if (options.check) return base::Error{"--check", 0, 0, "only the SIMT machine looks for races; leave --device gpu out"};
  if (!options.launch.empty() && options.record.empty())
    return base::Error{"--launch", 0, 0, "chooses what --record FILE.recording keeps; add that"};
  return options.record.empty() ? base::Nothing{} : check_recording(options.record);
}

/// What CUDA_VISIBLE_DEVICES calls the GPU with this number: numbers count what the variable leaves.
std::string visible_name(std::uint32_t number) {
  const char* const value = std::getenv(visible_devices);
  std::istringstream list(value != nullptr ? value : "");
  std::string name;
  for (std::uint32_t k = 0; std::getline(list, name, ','); ++k)
    if (k == number) return name;
  return std::to_string(number);
}

}  // namespace

base::Result<Answer> serve_program_on_gpu(const ProgramOptions& options, const launch::DeviceChoice& choice,
                                          const Context& context) {
  if (const base::Status possible = check_options(options); !possible) return possible.error();
  auto request = program_request(options, context);
  if (!request) return request.error();
  const auto device = choose_device(context.devices, options.device);
  if (!device) return device.error();
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  if (!request->sources.empty()) {
    request->executable = folder->path() / request->sources.front().stem();
    if (const auto built = program::build_for_gpu(request->sources, context.compile, request->executable); !built)
      return built.error();
  }
  runtime::Observation observation;
  observation.journal = folder->path() / "journal";
  const bool records = !options.record.empty();
  if (records) {
    const auto launch = parse_whole("--launch", launch::ElementType::u64, options.launch.empty() ? "1" : options.launch);
    if (!launch) return launch.error();
    if (*launch == 0) return base::Error{"--launch", 0, 0, "launches are numbered from 1"};
    observation.launch = *launch - 1;
    observation.folder = folder->path();
  }
  auto variables = program::variables_on_gpu(observation, program::find_nvcc());
  if (!variables) return variables.error();
  if (choice.number) variables->emplace_back(visible_devices, visible_name(*choice.number));
  auto ended = program::run(request->executable, request->arguments,
                            {.variables = std::move(*variables), .captures = options.json || records, .shows = !options.json});
  if (!ended) return ended.error();
  const auto events = program::read_events(observation.journal);
  if (!events) return events.error();
  const auto outcome = program::measured_outcome_of(*events, std::move(*ended));
  if (!outcome) return outcome.error();
  Answer answer;
  answer.status = exit_status_of(*outcome, false);
  if (options.json)
    answer.text = report::text_of(json_of(*outcome)) + "\n";
  else
    answer.remarks = launch_table(outcome->launches, (*device)->properties().name);
  answer.remarks += program_remarks(*outcome);
  if (!outcome->used_runtime)
    answer.remarks +=
        "note: no launch could be measured: the program has no kernels, or a CUDA runtime that is part of it; build it with nvcc "
        "-cudart shared\n";
  if (!records) return answer;
  const std::string name = request->executable.filename().string();
  const auto saved =
      save_recording(options.record, program::gpu_recording_of(*events, *outcome, name, observation, request->sources));
  if (saved) {
    answer.remarks += *saved;
  } else {
    answer.errors.push_back(saved.error());
    answer.status = status_wrong_request;
  }
  return answer;
}

}  // namespace warplens::cli
