#include "cli/program_on_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "base/process.h"
#include "cli/choose.h"
#include "cli/program_request.h"
#include "launch/costs/spread.h"
#include "program/build.h"
#include "program/cuda_toolkit.h"
#include "program/events.h"
#include "program/gpu_recording.h"
#include "program/measured.h"
#include "program/run.h"
#include "program/variables.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

using report::Json;

constexpr std::size_t launches_shown = 40, longest_name = 32;  // the latter in bytes

std::string name_of(const Json& launch) {
  std::string name = launch.at("kernel");
  if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
  return name;
}

std::string extents(const Json& json) { return base::extents_text({json.at(0), json.at(1), json.at(2)}); }

std::string place_of(const Json& launch) {
  if (!launch.at("file").is_string()) return "";
  return as_seen_from_here(launch["file"]) +
         (launch.at("line").is_number() ? ":" + std::to_string(launch["line"].get<int>()) : "");
}

std::string time_of(const Json& launch) {
  const Json& timing = launch.at("timing");
  return timing.contains("kernel_ms") ? fmt::format("{:.4f}", timing["kernel_ms"]["value"].get<double>()) : "-";
}

/// The times of each kernel, in the order of first launches.
std::vector<std::pair<std::string, std::vector<double>>> times_by_kernel(const Json& launches) {
  std::vector<std::pair<std::string, std::vector<double>>> kernels;
  for (const Json& launch : launches) {
    const std::string name = name_of(launch);
    auto found = std::ranges::find(kernels, name, &std::pair<std::string, std::vector<double>>::first);
    if (found == kernels.end()) found = kernels.insert(kernels.end(), {name, {}});
    if (const Json& timing = launch.at("timing"); timing.contains("kernel_ms"))
      found->second.push_back(timing["kernel_ms"]["value"]);
  }
  return kernels;
}

void add_kernels(std::string& text, const Json& launches) {
  const auto kernels = times_by_kernel(launches);
  if (kernels.size() == launches.size()) return;  // each was launched once
  fmt::format_to(std::back_inserter(text), "\n  {:<{}}{:>10}{:>12}{:>12}{:>12}{:>12}\n", "kernel", longest_name + 2, "measured",
                 "total", "median", "smallest", "largest");
  for (const auto& [name, times] : kernels) {
    if (times.empty()) continue;
    const launch::Spread spread = launch::spread_of(times);
    fmt::format_to(std::back_inserter(text), "  {:<{}}{:>10}{:>12.4f}{:>12.4f}{:>12.4f}{:>12.4f}\n", name, longest_name + 2,
                   base::grouped(std::uint64_t{spread.runs}), std::accumulate(times.begin(), times.end(), 0.0), spread.median,
                   spread.smallest, spread.largest);
  }
}

/// A program's launches with their measured times, for a person at a terminal: a table of the first launches, then a table by
/// kernel. `launches`: program::Outcome::launches. Empty without launches.
std::string launch_table(const Json& launches, const std::string& device) {
  if (launches.empty()) return "";
  std::string text = fmt::format("{} on {}; milliseconds by GPU events (measured)\n\n",
                                 base::counted(std::uint64_t{launches.size()}, "launch"), device);
  fmt::format_to(std::back_inserter(text), "  {:>6}  {:<{}}{:>16}{:>14}{:>10}{:>8}{:>12}\n", "launch", "kernel", longest_name + 2,
                 "grid", "block", "shared", "stream", "ms");
  for (std::size_t k = 0; k < std::min(launches_shown, launches.size()); ++k) {
    const Json& launch = launches[k];
    const Json& configuration = launch.at("launch");
    fmt::format_to(std::back_inserter(text), "  {:>6}  {:<{}}{:>16}{:>14}{:>10}{:>8}{:>12}  {}\n",
                   base::grouped(std::uint64_t{k + 1}), name_of(launch), longest_name + 2, extents(configuration.at("grid")),
                   extents(configuration.at("block")), base::grouped(configuration.at("shared").get<std::uint64_t>()),
                   launch.at("stream").get<int>(), time_of(launch), place_of(launch));
  }
  if (launches.size() > launches_shown)
    fmt::format_to(std::back_inserter(text), "  … and {} more, which --json has\n",
                   base::grouped(std::uint64_t{launches.size() - launches_shown}));
  add_kernels(text, launches);
  return text;
}

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
