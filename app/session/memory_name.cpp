#include "session/memory_name.h"

#include <algorithm>
#include <string_view>

#include "view/memory/memory_picture.h"

namespace warplens {
namespace {

bool is_without_name(std::string_view name) {
  constexpr std::string_view beginning = view::unnamed_memory;
  return name.size() > beginning.size() && name.starts_with(beginning) &&
         name.find_first_not_of("0123456789", beginning.size()) == std::string_view::npos;
}

}  // namespace

base::Status check_memory_name(const std::string& name, const experiment::Experiment& experiment) {
  if (name.empty() || name == view::shared_memory || is_without_name(name)) return base::Nothing{};
  std::string names;
  for (const experiment::Argument& argument : experiment.arguments) {
    if (!argument.buffer) continue;
    if (argument.name == name) return base::Nothing{};
    names += argument.name + ", ";
  }
  return base::error("'memory' must be one of " + names + std::string(view::shared_memory) + ", not '" + name + "'");
}

base::Result<std::string> complete_memory_name(const std::string& name, const experiment::Experiment& experiment,
                                               const experiment::Catalogue& catalogue) {
  const base::Status own = check_memory_name(name, experiment);
  if (own) return name;
  const auto has_it = [&](const experiment::Experiment& each) { return check_memory_name(name, each).ok(); };
  if (experiment.opened_by_user() || std::ranges::any_of(catalogue.experiments, has_it)) return std::string();
  return own.error();
}

}  // namespace warplens
