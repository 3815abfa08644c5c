#include "runtime/observation.h"

#include <cstdlib>

#include "runtime/environment.h"

namespace warplens::runtime {
namespace {

constexpr const char* journal_variable = "WARPLENS_OBSERVED_JOURNAL";
constexpr const char* folder_variable = "WARPLENS_OBSERVED_FOLDER";
constexpr const char* launch_variable = "WARPLENS_OBSERVED_LAUNCH";
constexpr const char* budget_variable = "WARPLENS_OBSERVED_BUDGET";
constexpr const char* preload_variable = "LD_PRELOAD";  // libraries that the system's loader loads first

}  // namespace

Observation take_observation() {
  Observation observation;
  observation.journal = environment_value(journal_variable);
  if (observation.journal.empty()) return observation;
  observation.folder = environment_value(folder_variable);
  observation.launch = std::strtoull(environment_value(launch_variable).c_str(), nullptr, 10);
  observation.budget = std::strtoull(environment_value(budget_variable).c_str(), nullptr, 10);
  for (const char* name : {journal_variable, folder_variable, launch_variable, budget_variable}) ::unsetenv(name);
  const std::string preloaded = environment_value(preload_variable);
  const std::size_t colon = preloaded.find(':');
  if (colon == std::string::npos)
    ::unsetenv(preload_variable);
  else
    ::setenv(preload_variable, preloaded.substr(colon + 1).c_str(), 1);
  return observation;
}

std::vector<std::pair<std::string, std::string>> variables_of(const Observation& observation,
                                                              const std::filesystem::path& library) {
  const std::string preloaded = environment_value(preload_variable);
  return {{journal_variable, observation.journal.string()},
          {folder_variable, observation.folder.string()},
          {launch_variable, std::to_string(observation.launch)},
          {budget_variable, std::to_string(observation.budget)},
          {preload_variable, library.string() + (preloaded.empty() ? "" : ":" + preloaded)}};
}

}  // namespace warplens::runtime
