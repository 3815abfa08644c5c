#include "export/program/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number_format.h"
#include "base/random.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/kernel_source.h"
#include "experiment/kernel_file/pointees.h"
#include "export/program/formula.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/parameters.h"

namespace warplens::export_ {
namespace {

class Planner {
 public:
  Planner(const experiment::Experiment& experiment, Names& names) : experiment_(experiment), names_(names) {}

  base::Status add(const launch::Launch& launch, experiment::Settings settings, const std::string& suffix) {
    PlannedLaunch planned{
        launch, std::move(settings), called_in_source(launch.module->functions[launch.entry].demangled), {}, {}, {}, {}};
    const experiment::Entry& entry = experiment_.entries[planned.settings.entry];
    for (std::size_t k = 0; k < launch.arguments.size(); ++k)
      if (const auto* number = std::get_if<launch::Scalar>(&launch.arguments[k]))
        planned.variables[entry.arguments[k]] = number_named(entry.arguments[k], *number);
    add_geometry(planned, entry, suffix);
    for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
      const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[k]);
      if (buffer == nullptr) continue;
      const auto array = array_for(planned, *buffer, k);
      if (!array) return array.error();
      planned.variables[buffer->name] = *array;
    }
    plan_.launches.push_back(std::move(planned));
    return base::Nothing{};
  }

  base::Result<Plan> plan(const experiment::Settings& settings) && {
    const experiment::Entry& last = experiment_.entries[settings.entry];
    const std::string& shown = experiment::shown_of(experiment_, settings);
    const std::string compared = experiment::reference_of(experiment_, settings).output;
    bool any = false;
    for (PlannedArray& array : plan_.arrays) {
      if (std::ranges::find(last.arguments, array.argument) == last.arguments.end()) continue;
      const auto argument = std::ranges::find(experiment_.arguments, array.argument, &experiment::Argument::name);
      if (!argument->output && array.argument != shown && array.argument != compared) continue;
      array.result = names_.local(array.host.name + "_result");
      any = true;
    }
    if (!any) return base::error("the kernel has no output that a program could print");
    return std::move(plan_);
  }

 private:
  /// A variable of this value; launches of a sequence share it.
  std::string number_named(const std::string& argument, const launch::Scalar& value) {
    const std::string text = fmt::format("{} {}", c_type(value.type), literal(value));
    if (const auto there = numbers_.find({argument, text}); there != numbers_.end()) return there->second;
    const std::string name = names_.local(argument);
    numbers_[{argument, text}] = name;
    plan_.numbers += fmt::format("  const {} {} = {};\n", c_type(value.type), name, literal(value));
    return name;
  }

  /// Whole numbers that expressions can be written with.
  std::map<std::string, Whole> whole_numbers(const PlannedLaunch& planned) const {
    std::map<std::string, Whole> whole;
    const experiment::Entry& entry = experiment_.entries[planned.settings.entry];
    const std::map<std::string, double> constants = experiment::variables_of(experiment_, planned.settings);
    for (std::size_t k = 0; k < planned.launch.arguments.size(); ++k) {
      const auto* number = std::get_if<launch::Scalar>(&planned.launch.arguments[k]);
      const std::string& name = entry.arguments[k];
      if (number == nullptr || launch::is_floating(number->type)) continue;
      const double value = launch::to_double(*number);
      if (const auto own = constants.find(name); own != constants.end() && own->second == value && std::abs(value) < 1e9)
        whole[name] = {planned.variables.at(name), static_cast<std::int64_t>(value)};
    }
    const auto add_extents = [&](char prefix, const std::string& variable, const base::Dim3& extents) {
      if (variable.empty()) return;
      whole[std::string{prefix, 'x'}] = {variable + ".x", extents.x};
      whole[std::string{prefix, 'y'}] = {variable + ".y", extents.y};
      whole[std::string{prefix, 'z'}] = {variable + ".z", extents.z};
    };
    add_extents('b', planned.block, planned.launch.block);
    add_extents('g', planned.grid, planned.launch.grid);
    return whole;
  }

  std::string whole_or_number(const PlannedLaunch& planned, const std::string& expression, std::uint64_t value) const {
    const auto parsed = parse_formula(expression);
    const auto text = parsed ? whole_text(*parsed, whole_numbers(planned), static_cast<std::int64_t>(value)) : std::nullopt;
    return text.value_or(std::to_string(value));
  }

  std::string extents(const PlannedLaunch& planned, const std::vector<std::string>& expressions, const base::Dim3& given) const {
    const std::array<std::uint32_t, 3> values{given.x, given.y, given.z};
    const std::size_t count = given.z > 1 ? 3 : given.y > 1 ? 2 : 1;
    std::string text;
    for (std::size_t axis = 0; axis < count; ++axis)
      text += (axis > 0 ? ", " : "") + (axis < expressions.size() ? whole_or_number(planned, expressions[axis], values[axis])
                                                                  : std::to_string(values[axis]));
    return text;
  }

  void add_geometry(PlannedLaunch& planned, const experiment::Entry& entry, const std::string& suffix) {
    const std::string block = names_.local("block" + suffix), grid = names_.local("grid" + suffix);
    plan_.numbers += fmt::format("  const dim3 {}({});\n", block, extents(planned, entry.block, planned.launch.block));
    planned.block = block;
    plan_.numbers += fmt::format("  const dim3 {}({});\n", grid, extents(planned, entry.grid, planned.launch.grid));
    planned.grid = grid;
    if (planned.launch.dynamic_shared == 0) return;
    planned.shared = names_.local("shared_bytes" + suffix);
    plan_.numbers += fmt::format(
        "  const std::size_t {} = {};\n", planned.shared,
        whole_or_number(planned, experiment::dynamic_shared_of(experiment_, planned.settings), planned.launch.dynamic_shared));
  }

  /// The element type as the kernel declares its parameter, where that is the buffer's.
  std::string element_type(const PlannedLaunch& planned, const launch::Buffer& buffer, std::size_t index) const {
    const auto declared = experiment::declared_parameters(planned.launch, experiment_.source);
    const std::size_t p = launch::parameter_places(planned.launch)[index].parameter;
    const std::string pointee = p < declared.size() ? pointee_of(declared[p].declared) : std::string();
    const bool same = launch::element_type_in_c(pointee) == buffer.type && pointee != "bool";
    return same ? pointee : std::string(c_type(buffer.type));
  }

  base::Result<std::string> array_for(const PlannedLaunch& planned, const launch::Buffer& buffer, std::size_t index) {
    const auto there = std::ranges::find(plan_.arrays, buffer.name, &PlannedArray::argument);
    if (there != plan_.arrays.end()) {
      if (there->host.content.size == buffer.size) return there->host.name;
      return base::error("'" + buffer.name + "' has " + base::counted(there->host.content.size, "element") +
                         " for one kernel and " + base::grouped(buffer.size) + " for another");
    }
    const auto argument = std::ranges::find(experiment_.arguments, buffer.name, &experiment::Argument::name);
    const auto number = static_cast<std::uint64_t>(argument - experiment_.arguments.begin());
    const std::string name = names_.local(buffer.name);
    plan_.arrays.push_back({buffer.name,
                            {name, element_type(planned, buffer, index),
                             whole_or_number(planned, experiment::size_of(planned.settings, *argument), buffer.size),
                             experiment::input_of(experiment_, planned.settings, *argument),
                             base::Random(planned.settings.seed + number * 0x9e3779b97f4a7c15u).next(), buffer},
                            names_.local("d_" + name),
                            {}});
    return name;
  }

  const experiment::Experiment& experiment_;
  Names& names_;
  Plan plan_;
  std::map<std::pair<std::string, std::string>, std::string> numbers_;  ///< variables by argument, and type and value
};

}  // namespace

std::string called_in_source(std::string name) {
  constexpr std::string_view anonymous = "(anonymous namespace)::";
  for (std::size_t at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
    name.erase(at, anonymous.size());
  return name;
}

std::string pointee_of(const std::string& declared) {
  std::string words;
  int pointers = 0;
  for (const experiment::Token& token : experiment::tokens_of(declared)) {
    if (token.text == "*")
      ++pointers;
    else if (token.text != "const" && token.text != "volatile" && token.text != "__restrict__" && token.text != "restrict")
      words += (words.empty() ? "" : " ") + std::string(token.text);
  }
  return pointers == 1 ? words : std::string();
}

base::Result<Plan> plan_of(const experiment::Experiment& experiment, const experiment::Settings& settings,
                           const experiment::Program& program, Names& names) {
  Planner planner(experiment, names);
  for (std::uint32_t k = 0; k < program.before.size(); ++k) {
    const base::Status added =
        planner.add(program.before[k], experiment::settings_of_entry(experiment, settings, k), std::to_string(k + 1));
    if (!added) return added.error();
  }
  const std::string suffix = program.before.empty() ? "" : std::to_string(program.before.size() + 1);
  if (const base::Status added = planner.add(program.launch, settings, suffix); !added) return added.error();
  return std::move(planner).plan(settings);
}

}  // namespace warplens::export_
