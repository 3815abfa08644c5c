#include "desk/choices/refusal.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_format.h"
#include "experiment/inputs/inputs.h"

namespace warplens::desk {
namespace {

std::string for_people(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? base::grouped(static_cast<std::int64_t>(value))
                                                              : fmt::format("{:g}", value);
}

/// Why the machine or the entry refuses the chosen grid and block; empty if they are valid.
std::vector<launch::GeometryProblem> geometry_problems(const Choices& choices) {
  const experiment::Settings& settings = choices.session.settings;
  auto problems = launch::check_geometry(settings.grid, settings.block, choices.device().properties().limits);
  if (!problems.empty()) return problems;
  if (const base::Status met = experiment::check_needs(choices.experiment(), settings); !met)
    problems.push_back({launch::GeometryProblem::Field::threads_per_block, met.error().message});
  return problems;
}

/// The first problem of what is not the geometry; empty if there is none.
std::string first_problem(const Choices& choices) {
  const experiment::Settings& settings = choices.session.settings;
  for (const experiment::Parameter& parameter : choices.experiment().parameters) {
    const auto found = settings.parameters.find(parameter.name);
    if (found == settings.parameters.end()) continue;
    if (std::string problem = parameter_problem(parameter, found->second); !problem.empty()) return problem;
  }
  if (std::string problem = multiprocessors_problem(settings.multiprocessors); !problem.empty()) return problem;
  for (const experiment::Argument& argument : choices.experiment().arguments) {
    if (!settings.sizes.contains(argument.name)) continue;
    if (const auto size = experiment::size_for(choices.experiment(), settings, argument); !size) return size.error().message;
  }
  if (!settings.dynamic_shared.empty())
    if (const auto bytes = experiment::dynamic_shared_for(choices.experiment(), settings); !bytes) return bytes.error().message;
  return "";
}

}  // namespace

std::string parameter_problem(const experiment::Parameter& parameter, double value) {
  if (parameter.any_value || (value >= parameter.minimum && value <= parameter.maximum)) return "";
  return fmt::format("{} is {}; it goes from {} to {}", parameter.label, for_people(value), for_people(parameter.minimum),
                     for_people(parameter.maximum));
}

std::string multiprocessors_problem(std::uint32_t multiprocessors) {
  if (multiprocessors <= launch::max_multiprocessors) return "";
  return fmt::format("{} multiprocessors; a modelled card has at most {}", for_people(multiprocessors),
                     for_people(launch::max_multiprocessors));
}

Refusal refusal_of(const Choices& choices) {
  Refusal refusal{first_problem(choices), geometry_problems(choices)};
  if (refusal.reason.empty() && !refusal.geometry.empty()) refusal.reason = refusal.geometry.front().message;
  return refusal;
}

}  // namespace warplens::desk
