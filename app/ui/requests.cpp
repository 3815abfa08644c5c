#include "ui/requests.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "base/number_format.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

std::string for_people(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? base::grouped(static_cast<std::int64_t>(value))
                                                              : fmt::format("{:g}", value);
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

}  // namespace

std::string parameter_problem(const experiment::Parameter& parameter, double value) {
  if (value >= parameter.minimum && value <= parameter.maximum) return "";
  return fmt::format("{} is {}; it goes from {} to {}", parameter.label, for_people(value), for_people(parameter.minimum),
                     for_people(parameter.maximum));
}

std::string multiprocessors_problem(std::uint32_t multiprocessors) {
  if (multiprocessors <= launch::most_multiprocessors) return "";
  return fmt::format("{} multiprocessors; a modelled card has at most {}", for_people(multiprocessors),
                     for_people(launch::most_multiprocessors));
}

std::string refusal_of(const App& app) {
  for (const experiment::Parameter& parameter : app.experiment().parameters) {
    const auto found = app.session.settings.parameters.find(parameter.name);
    if (found == app.session.settings.parameters.end()) continue;
    if (std::string problem = parameter_problem(parameter, found->second); !problem.empty()) return problem;
  }
  if (std::string problem = multiprocessors_problem(app.session.settings.multiprocessors); !problem.empty()) return problem;
  const std::vector<launch::GeometryProblem> problems = geometry_problems(app);
  return problems.empty() ? "" : problems.front().message;
}

TryLine try_line(const experiment::Experiment& experiment, const std::string& text) {
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    const std::string& label = experiment.entries[entry].label;
    if (label.empty()) continue;
    for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1)) {
      const std::size_t end = at + label.size();
      const bool whole = (at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]));
      if (whole) return {text.substr(0, at), label, text.substr(end), entry};
    }
  }
  return {text, "", "", std::nullopt};
}

}  // namespace warplens::ui
