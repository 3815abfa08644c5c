#include "runtime/observation.h"

#include <cstdlib>

namespace warplens::runtime {
namespace {

constexpr const char* journal_variable = "WARPLENS_OBSERVED_JOURNAL";
constexpr const char* folder_variable = "WARPLENS_OBSERVED_FOLDER";
constexpr const char* launch_variable = "WARPLENS_OBSERVED_LAUNCH";
constexpr const char* budget_variable = "WARPLENS_OBSERVED_BUDGET";
constexpr const char* preload_variable = "LD_PRELOAD";  // libraries that the system's loader loads first

std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

Observation take_observation() {
  Observation observation;
  observation.journal = value_of(journal_variable);
  if (observation.journal.empty()) return observation;
  observation.folder = value_of(folder_variable);
  observation.launch = std::strtoull(value_of(launch_variable).c_str(), nullptr, 10);
  observation.budget = std::strtoull(value_of(budget_variable).c_str(), nullptr, 10);
  for (const char* name : {journal_variable, folder_variable, launch_variable, budget_variable}) ::unsetenv(name);
  const std::string preloaded = value_of(preload_variable);
  const std::size_t colon = preloaded.find(':');
  if (colon == std::string::npos)
    ::unsetenv(preload_variable);
  else
    ::setenv(preload_variable, preloaded.substr(colon + 1).c_str(), 1);
  return observation;
}

std::vector<std::pair<std::string, std::string>> variables_of(const Observation& observation,
                                                              const std::filesystem::path& library) {
  const std::string preloaded = value_of(preload_variable);
  return {{journal_variable, observation.journal.string()},
          {folder_variable, observation.folder.string()},
          {launch_variable, std::to_string(observation.launch)},
          {budget_variable, std::to_string(observation.budget)},
          {preload_variable, library.string() + (preloaded.empty() ? "" : ":" + preloaded)}};
}

}  // namespace warplens::runtime
