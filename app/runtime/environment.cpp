#include "runtime/environment.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace warplens::runtime {
namespace {

std::uint64_t number_in(const std::string& text, std::uint64_t otherwise) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

}  // namespace

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

Environment read_environment() {
  Environment environment;
  LaunchOptions& launches = environment.launches;
  environment.journal = environment_value("WARPLENS_PROGRAM_JOURNAL");
  if (const std::string spec = environment_value("WARPLENS_PROGRAM_SPEC"); !spec.empty()) environment.spec = spec;
  launches.schedule = launch::schedule_named(environment_value("WARPLENS_PROGRAM_SCHEDULE")).value_or(launches.schedule);
  launches.seed = number_in(environment_value("WARPLENS_PROGRAM_SEED"), launches.seed);
  launches.step_limit = number_in(environment_value("WARPLENS_PROGRAM_STEP_LIMIT"), launches.step_limit);
  launches.check = environment_value("WARPLENS_PROGRAM_CHECK") == "1";
  launches.details = environment_value("WARPLENS_PROGRAM_DETAILS") == "1";
  environment.recording.folder = environment_value("WARPLENS_PROGRAM_RECORD");
  environment.recording.budget = number_in(environment_value("WARPLENS_PROGRAM_RECORD_BUDGET"), environment.recording.budget);
  environment.recording.last_launches = number_in(environment_value("WARPLENS_PROGRAM_RECORD_LAST"), 0);
  return environment;
}

std::vector<std::pair<std::string, std::string>> variables_of(const Environment& environment) {
  const LaunchOptions& launches = environment.launches;
  return {{"WARPLENS_PROGRAM_JOURNAL", environment.journal.string()},
          {"WARPLENS_PROGRAM_SPEC", environment.spec},
          {"WARPLENS_PROGRAM_SCHEDULE", std::string(launch::name(launches.schedule))},
          {"WARPLENS_PROGRAM_SEED", std::to_string(launches.seed)},
          {"WARPLENS_PROGRAM_STEP_LIMIT", std::to_string(launches.step_limit)},
          {"WARPLENS_PROGRAM_CHECK", launches.check ? "1" : "0"},
          {"WARPLENS_PROGRAM_DETAILS", launches.details ? "1" : "0"},
          {"WARPLENS_PROGRAM_RECORD", environment.recording.folder.string()},
          {"WARPLENS_PROGRAM_RECORD_BUDGET", std::to_string(environment.recording.budget)},
          {"WARPLENS_PROGRAM_RECORD_LAST", std::to_string(environment.recording.last_launches)}};
}

}  // namespace warplens::runtime
