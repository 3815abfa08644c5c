#include "experiment/inputs/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/number_format.h"
#include "base/random.h"
#include "experiment/expression.h"
#include "experiment/inputs/scene.h"
#include "experiment/references/references.h"
#include "launch/arguments/argument.h"

namespace warplens::experiment {
namespace {

base::Error in_context(const std::string& what, const base::Error& error) {
  return base::Error{error.file, error.line, error.column, what + ": " + error.message};
}

/// A number for a message: 100,000 rather than 1e+05.
std::string text_of(double number) {
  if (number == std::trunc(number) && std::abs(number) < 1e15) return base::grouped(static_cast<std::int64_t>(number));
  return launch::to_text(*launch::make_scalar(launch::ElementType::f64, number));
}

/// A whole number from an expression, rounded down, in [0, limit].
base::Result<std::uint64_t> whole(const std::string& what, const std::string& expression,
                                  const std::map<std::string, double>& variables, std::uint64_t limit) {
  const base::Result<double> value = evaluate(expression, variables);
  if (!value) return in_context(what, value.error());
  const double rounded = std::floor(*value);
  const std::string is = what + " is " + text_of(rounded);
  if (rounded < 0) return base::error(is + "; it cannot be negative");
  if (rounded > static_cast<double>(limit)) return base::error(is + "; the most there can be is " + base::grouped(limit));
  return std::min(static_cast<std::uint64_t>(rounded), limit);
}

base::Result<base::Dim3> extents(const char* what, const std::vector<std::string>& expressions,
                                 const std::map<std::string, double>& variables) {
  std::array<std::uint32_t, 3> values{1, 1, 1};
  for (std::size_t axis = 0; axis < std::min<std::size_t>(3, expressions.size()); ++axis) {
    const std::string name = std::string(what) + " " + "xyz"[axis];
    const auto value = whole(name, expressions[axis], variables, std::numeric_limits<std::uint32_t>::max());
    if (!value) return value.error();
    values[axis] = static_cast<std::uint32_t>(*value);
  }
  return base::Dim3{values[0], values[1], values[2]};
}

void add_extents(std::map<std::string, double>& variables, char prefix, const base::Dim3& extents) {
  variables[std::string{prefix, 'x'}] = extents.x;
  variables[std::string{prefix, 'y'}] = extents.y;
  variables[std::string{prefix, 'z'}] = extents.z;
}

base::Status check_entry(const Experiment& experiment, std::uint32_t entry) {
  if (entry < experiment.entries.size()) return base::Nothing{};
  return base::error("experiment '" + experiment.id + "' has no entry number " + std::to_string(entry));
}

/// Value of an expression; 0 if it is empty.
template <typename Number>
base::Result<Number> number_of(const Experiment& experiment, const Settings& settings, const std::string& text,
                               const char* what) {
  if (text.empty()) return Number{0};
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;  // as far as expressions count
  const auto value =
      whole(what, text, variables_of(experiment, settings), std::min<std::uint64_t>(exact, std::numeric_limits<Number>::max()));
  if (!value) return value.error();
  return static_cast<Number>(*value);
}

/// Value of an expression of the chosen entry; 0 if the entry has none.
template <typename Number>
base::Result<Number> number_of_entry(const Experiment& experiment, const Settings& settings, std::string Entry::*expression,
                                     const char* what) {
  if (const base::Status status = check_entry(experiment, settings.entry); !status) return status.error();
  return number_of<Number>(experiment, settings, experiment.entries[settings.entry].*expression, what);
}

}  // namespace

std::map<std::string, double> default_parameters(const Experiment& experiment, std::uint32_t entry) {
  std::map<std::string, double> values;
  for (const Parameter& parameter : experiment.parameters) values[parameter.name] = parameter.value;
  if (entry < experiment.entries.size())
    for (const auto& [name, value] : experiment.entries[entry].parameters) values[name] = value;
  return values;
}

base::Status check_parameter(const Experiment& experiment, const std::string& name, double value) {
  const auto found = std::find_if(experiment.parameters.begin(), experiment.parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  if (found == experiment.parameters.end()) return base::error("there is no parameter '" + name + "'");
  if (!found->any_value && !(value >= found->minimum && value <= found->maximum))
    return base::error("'" + name + "' is " + text_of(value) + "; it goes from " + text_of(found->minimum) + " to " +
                       text_of(found->maximum));
  if (found->integer && value != std::trunc(value))
    return base::error("'" + name + "' is " + text_of(value) + "; it must be whole");
  return base::Nothing{};
}

std::map<std::string, double> variables_of(const Experiment& experiment, const Settings& settings) {
  std::map<std::string, double> variables = default_parameters(experiment, settings.entry);
  for (const auto& [name, value] : settings.parameters) variables[name] = value;
  add_scene_variables(variables, experiment, settings);
  add_extents(variables, 'b', settings.block);
  add_extents(variables, 'g', settings.grid);
  const auto product = [](const base::Dim3& d) { return double{1} * d.x * d.y * d.z; };
  variables["threads"] = product(settings.grid) * product(settings.block);
  return variables;
}

base::Result<base::Dim3> block_for(const Experiment& experiment, std::uint32_t entry,
                                   const std::map<std::string, double>& parameters) {
  if (const base::Status status = check_entry(experiment, entry); !status) return status.error();
  return extents("block", experiment.entries[entry].block, parameters);
}

base::Result<base::Dim3> grid_for(const Experiment& experiment, const Settings& settings) {
  if (const base::Status status = check_entry(experiment, settings.entry); !status) return status.error();
  std::map<std::string, double> variables = default_parameters(experiment, settings.entry);
  for (const auto& [name, value] : settings.parameters) variables[name] = value;
  add_scene_variables(variables, experiment, settings);
  add_extents(variables, 'b', settings.block);
  auto grid = extents("grid", experiment.entries[settings.entry].grid, variables);
  if (!grid && base::count(settings.block) == 0)  // most grids divide by it
    return base::error("the block is " + base::extents_text(settings.block) + "; it must be at least 1 in every direction");
  return grid;
}

const std::string& size_of(const Settings& settings, const Argument& argument) {
  const auto own = settings.sizes.find(argument.name);
  return own == settings.sizes.end() ? argument.size : own->second;
}

const std::string& input_of(const Experiment& experiment, const Settings& settings, const Argument& argument) {
  if (const auto own = settings.inputs.find(argument.name); own != settings.inputs.end()) return own->second;
  const std::map<std::string, std::string>& of_entry = experiment.entries[settings.entry].inputs;
  const auto input = of_entry.find(argument.name);
  return input == of_entry.end() ? argument.input : input->second;
}

const std::string& compile_of(const Experiment& experiment, const Settings& settings) {
  return settings.compile ? *settings.compile : experiment.compile;
}

base::Result<ptx::CompileOptions> compile_options_for(const Experiment& experiment, const Settings& settings) {
  return ptx::parse_compile_options(compile_of(experiment, settings), experiment.source.parent_path());
}

const std::string& dynamic_shared_of(const Experiment& experiment, const Settings& settings) {
  return settings.dynamic_shared.empty() ? experiment.entries[settings.entry].dynamic_shared : settings.dynamic_shared;
}

std::map<std::string, std::string> variables_for(const Experiment& experiment, const Settings& settings) {
  std::map<std::string, std::string> variables = experiment.variables;
  for (const auto& [name, value] : settings.variables) variables[name] = value;
  std::erase_if(variables, [](const auto& each) { return each.second.empty(); });
  return variables;
}

base::Result<std::uint64_t> size_for(const Experiment& experiment, const Settings& settings, const Argument& argument) {
  const std::uint64_t limit = launch::max_buffer / launch::bytes(argument.type);  // 8 GiB
  const auto size =
      whole("the size of '" + argument.name + "'", size_of(settings, argument), variables_of(experiment, settings), limit);
  if (!size) return size.error();
  if (*size == 0) return base::error("the size of '" + argument.name + "' is 0; it must be at least 1");
  return size;
}

base::Result<std::uint64_t> columns_for(const Experiment& experiment, const Settings& settings, const Argument& argument) {
  if (argument.columns.empty()) return std::uint64_t{0};
  const auto size = size_for(experiment, settings, argument);
  if (!size) return size.error();
  const auto columns = whole("'columns' of '" + argument.name + "'", argument.columns, variables_of(experiment, settings), *size);
  if (!columns) return columns.error();
  // A size of the user's own need not be a matrix.
  if (settings.sizes.contains(argument.name) && (*columns == 0 || *size % *columns != 0)) return std::uint64_t{0};
  if (*columns == 0 || *size % *columns != 0)
    return base::error("'" + argument.name + "' has " + base::grouped(*size) + " elements, not a number of rows of " +
                       base::grouped(*columns));
  return columns;
}

base::Result<launch::Scalar> scalar_for(const Experiment& experiment, const Settings& settings, const Argument& argument) {
  const std::string what = "the value of '" + argument.name + "'";
  const auto value = evaluate(argument.value, variables_of(experiment, settings));
  if (!value) return in_context(what, value.error());
  const auto scalar = launch::make_scalar(argument.type, *value);
  if (!scalar) return in_context(what, scalar.error());
  return scalar;
}

base::Result<std::uint32_t> dynamic_shared_for(const Experiment& experiment, const Settings& settings) {
  if (const base::Status status = check_entry(experiment, settings.entry); !status) return status.error();
  return number_of<std::uint32_t>(experiment, settings, dynamic_shared_of(experiment, settings), "dynamic shared memory");
}

base::Status check_needs(const Experiment& experiment, const Settings& settings) {
  if (const base::Status status = check_entry(experiment, settings.entry); !status) return status;
  const Entry& entry = experiment.entries[settings.entry];
  if (entry.needs.expression.empty()) return base::Nothing{};
  const base::Result<double> met = evaluate(entry.needs.expression, variables_of(experiment, settings));
  if (!met) return in_context("what '" + entry.label + "' needs", met.error());
  if (*met != 0) return base::Nothing{};
  return base::error("'" + entry.label + "' needs " + entry.needs.text + "; the block is " + base::extents_text(settings.block));
}

base::Result<std::uint32_t> shared_columns_for(const Experiment& experiment, const Settings& settings) {
  return number_of_entry<std::uint32_t>(experiment, settings, &Entry::shared_columns, "'shared_columns'");
}

base::Result<std::uint64_t> bytes_moved(const Experiment& experiment, const Settings& settings) {
  return number_of_entry<std::uint64_t>(experiment, settings, &Entry::moves, "the bytes that it moves");
}

base::Result<launch::StreamPlan> stream_plan_for(const Experiment& experiment, const Settings& settings) {
  if (const base::Status status = check_entry(experiment, settings.entry); !status) return status.error();
  const auto number = [&](const char* what, const std::string& expression, std::uint32_t most) -> base::Result<std::uint32_t> {
    const auto value = whole(what, expression, variables_of(experiment, settings), most);
    if (!value) return value.error();
    if (*value == 0) return base::error(std::string(what) + " is 0; it must be at least 1");
    return static_cast<std::uint32_t>(*value);
  };
  const auto streams = number("the number of streams", experiment.streams->streams, launch::StreamPlan::max_streams);
  if (!streams) return streams.error();
  const auto parts = number("the number of parts", experiment.streams->parts, launch::StreamPlan::max_parts);
  if (!parts) return parts.error();
  const std::vector<std::string>& names = experiment.entries[settings.entry].arguments;
  const auto count = std::find(names.begin(), names.end(), experiment.streams->count);
  if (count == names.end())
    return base::error("the entry does not take '" + experiment.streams->count + "', which streams divide");
  return launch::StreamPlan{*streams, *parts, static_cast<std::uint32_t>(count - names.begin())};
}

base::Result<launch::Argument> make_argument(const Experiment& experiment, const Settings& settings, std::size_t index) {
  const Argument& argument = experiment.arguments[index];
  if (!argument.buffer) {
    const auto scalar = scalar_for(experiment, settings, argument);
    if (!scalar) return scalar.error();
    return launch::Argument(*scalar);
  }
  const auto size = size_for(experiment, settings, argument);
  if (!size) return size.error();
  const std::uint64_t seed = base::Random(settings.seed + index * 0x9e3779b97f4a7c15u).next();
  const std::string& content = input_of(experiment, settings, argument);
  const auto columns = columns_for(experiment, settings, argument);
  auto buffer = is_mesh_input(content) ? make_mesh_buffer(experiment, settings, content, argument.type, *size)
                                       : launch::make_buffer(argument.type, *size, content, seed, experiment.file.parent_path(),
                                                             columns ? *columns : 0);
  if (!buffer) return in_context("the input of '" + argument.name + "'", buffer.error());
  buffer->name = argument.name;
  return launch::Argument(std::move(*buffer));
}

std::vector<std::string> element_variables(const Experiment& experiment, const Entry& entry) {
  std::vector<std::string> names{"i", "in"};
  const std::map<std::string, double> taken = variables_of(experiment, {});
  for (const Argument& argument : experiment.arguments) {
    const bool own = std::find(entry.arguments.begin(), entry.arguments.end(), argument.name) != entry.arguments.end();
    if (!own || !argument.buffer || !is_variable_name(argument.name) || taken.contains(argument.name)) continue;
    if (argument.name != "i" && argument.name != "in") names.push_back(argument.name);
  }
  return names;
}

std::filesystem::path source_of(const Experiment& experiment, const Settings& settings) {
  return experiment.recording ? std::filesystem::path(experiment.entries[settings.entry].file) : experiment.source;
}

const std::string& shown_of(const Experiment& experiment, const Settings& settings) {
  return settings.shown.empty() ? experiment.entries[settings.entry].shown : settings.shown;
}

Reference reference_of(const Experiment& experiment, const Entry& entry) {
  Reference reference = experiment.reference;
  if (entry.reference.empty()) return experiment.sequence && &entry != &experiment.entries.back() ? Reference() : reference;
  if (reference.output.empty() || experiment.sequence) reference.output = entry.shown;
  const bool function = reference_named(entry.reference) != nullptr;
  reference.function = function ? entry.reference : "";
  reference.expression = function ? "" : entry.reference;
  return reference;
}

/// A buffer's name stands for its element i: a[i], as in the kernel, is a.
static std::string without_own_index(std::string expression) {
  for (std::size_t open = expression.find('['); open != std::string::npos; open = expression.find('[', open)) {
    const std::size_t close = expression.find(']', open);
    std::string index = close == std::string::npos ? "" : expression.substr(open + 1, close - open - 1);
    std::erase(index, ' ');
    if (index != "i") return expression;
    expression.erase(open, close - open + 1);
  }
  return expression;
}

Reference reference_of(const Experiment& experiment, const Settings& settings) {
  Reference reference = reference_of(experiment, experiment.entries[settings.entry]);
  if (settings.expected.empty()) return reference;
  if (reference.output.empty()) reference.output = shown_of(experiment, settings);
  const auto output = std::ranges::find(experiment.arguments, reference.output, &Argument::name);
  const launch::ElementType type = output == experiment.arguments.end() ? launch::ElementType::i32 : output->type;
  // Sums and products of a kernel round otherwise than the reference, which is computed in double.
  constexpr double rounding_f32 = 1e-5, rounding_f64 = 1e-12;
  const double rounding = type == launch::ElementType::f32 ? rounding_f32 : type == launch::ElementType::f64 ? rounding_f64 : 0;
  Reference own{reference.output, "", "", "", "", std::max(reference.tolerance, rounding)};
  constexpr std::string_view other = "kernel ";
  if (settings.expected.starts_with('@'))
    own.file = settings.expected;
  else if (settings.expected.starts_with(other))
    own.kernel = settings.expected.substr(other.size());
  else
    own.expression = without_own_index(settings.expected);
  return own;
}

base::Status check_reference(const Experiment& experiment, const Settings& settings) {
  const Reference reference = reference_of(experiment, settings);
  if (reference.expression.empty()) return base::Nothing{};
  const Entry& entry = experiment.entries[settings.entry];
  if (const std::size_t bracket = reference.expression.find('['); bracket != std::string::npos)
    return base::error("'" + settings.expected +
                       "': a buffer's name stands for its element i, so a[i] is a; other elements have no "
                       "name here, but another kernel of the file (kernel NAME) can compute with them");
  const auto compiled =
      Expression::compile(reference.expression, variables_of(experiment, settings), element_variables(experiment, entry));
  return compiled ? base::Status(base::Nothing{}) : base::Status(compiled.error());
}

}  // namespace warplens::experiment
