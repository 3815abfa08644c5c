#include "experiment/check/check.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "experiment/expression.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/references/references.h"
#include "experiment/sequence.h"
#include "launch/arguments/argument.h"
#include "launch/arguments/element_type.h"
#include "launch/findings/agreement.h"
#include "ptx/flow/removed_accesses.h"

namespace warplens::experiment {
namespace {

/// The value rounded to the output's type; unchanged, and therefore different, if the type cannot represent it.
double rounded(launch::ElementType type, double value) {
  const auto scalar = launch::make_scalar(type, value);
  return scalar ? launch::to_double(*scalar) : value;
}

std::vector<double> values_of(launch::ElementType type, const launch::Bytes& data) {
  std::vector<double> values;
  values.reserve(data.size() / launch::bytes(type));
  launch::for_each_element(type, data, [&](std::uint64_t, double value) { values.push_back(value); });
  return values;
}

/// Buffer of that name among the arguments, or null.
const launch::Buffer* buffer_named(const NamedArguments& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  return found == arguments.end() ? nullptr : std::get_if<launch::Buffer>(found->second);
}

/// One value per element of `output`. `variables` of the expression: i, in, then buffers of `arguments` by name, whose value is
/// NaN beyond their end. `in` is the output before the run, unless a buffer has that name, as in many kernels.
std::vector<double> by_expression(Expression& expression, const std::vector<std::string>& variables,
                                  const NamedArguments& arguments, const launch::Buffer& output) {
  constexpr std::size_t i = 0, in = 1;
  struct Column {
    std::size_t variable;
    const launch::Buffer* buffer;
    double value = 0;
  };
  std::vector<Column> columns;
  for (std::size_t variable = in; variable < variables.size(); ++variable) {
    const launch::Buffer* named = buffer_named(arguments, variables[variable]);
    if (expression.uses(variable)) columns.push_back({variable, named != nullptr ? named : &output});
  }
  std::vector<double> expected(output.size);
  double value = 0;
  for (std::uint64_t index = 0; index < output.size; ++index) {
    // Consecutive elements with equal variables need one evaluation, if the expression does not use the index.
    bool changed = index == 0 || expression.uses(i);
    for (Column& column : columns) {
      const launch::Buffer& from = *column.buffer;
      const double now = index < from.size ? launch::to_double(launch::element(from.type, *from.initial, index)) : std::nan("");
      if (now == column.value && index > 0) continue;
      changed = true;
      column.value = now;
      expression.set(column.variable, now);
    }
    if (changed) {
      expression.set(i, static_cast<double>(index));
      value = rounded(output.type, expression.value());
    }
    expected[index] = value;
  }
  return expected;
}

/// A kernel that is the reference of another one, with the settings that both share.
struct OtherKernel {
  Experiment experiment;
  Settings settings;
};

/// Take over what another experiment's settings say about parameters and buffers of the same names.
void share(const Experiment& experiment, const Settings& from, Settings& to) {
  for (const auto& [name, value] : from.parameters)
    if (check_parameter(experiment, name, value)) (void)set_parameter(experiment, to, name, value);
  for (const auto& [name, size] : from.sizes) (void)set_size(experiment, to, name, size);
  for (const auto& [name, input] : from.inputs) (void)set_input(experiment, to, name, input);
  to.variables = from.variables;
  to.compile = from.compile;
  to.seed = from.seed;
  to.multiprocessors = from.multiprocessors;
}

base::Result<OtherKernel> other_kernel(const Experiment& experiment, const Settings& settings, const std::string& name) {
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (experiment.entries[entry].label != name && experiment.entries[entry].kernel != name) continue;
    auto own = default_settings(experiment, entry);
    if (!own) return own.error();
    const std::map<std::string, double> overrides = experiment.entries[entry].parameters;
    share(experiment, settings, *own);
    for (const auto& [parameter, value] : overrides) (void)set_parameter(experiment, *own, parameter, value);
    return OtherKernel{experiment, std::move(*own)};
  }
  if (experiment.recording) return base::error("there is no launch '" + name + "' to compare with");
  auto described = describe_kernels(experiment.source, experiment.modules);
  if (!described) return described.error();
  std::string known;
  for (Experiment& each : *described) {
    const std::string& kernel = each.entries.front().kernel;
    known += (known.empty() ? "" : " ") + kernel;
    if (kernel != name) continue;
    auto own = default_settings(each);
    if (!own) return own.error();
    share(each, settings, *own);
    return OtherKernel{std::move(each), std::move(*own)};
  }
  return base::error("there is no kernel '" + name + "' to compare with; there are: " + known);
}

base::Error of_kernel(const std::string& kernel, base::Error error) {
  error.message = "the kernel '" + kernel + "' to compare with: " + error.message;
  return error;
}

MachineShare share_of(const Run& run) {
  MachineShare share;
  for (const double value : run.repeats) ++share.repeats[value];
  const trace::BlockPlacements& placements = run.result.trace.placements;
  if (placements.size() > 0) share.blocks.resize(run.result.multiprocessors);
  for (const std::uint32_t sm : placements.sm) {
    if (sm >= share.blocks.size()) share.blocks.resize(std::size_t{sm} + 1);
    ++share.blocks[sm];
  }
  return share;
}

}  // namespace

base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch) {
  const Entry& entry = experiment.entries[settings.entry];
  const Reference reference = reference_of(experiment, settings);
  if (reference.output.empty()) return std::vector<double>{};
  if (!reference.kernel.empty()) return base::error("the reference is the kernel '" + reference.kernel + "', which did not run");
  NamedArguments arguments;
  // Memory that was freed before a recorded launch is none of its entry's arguments.
  for (std::size_t index = 0; index < std::min(launch.arguments.size(), entry.arguments.size()); ++index)
    arguments[entry.arguments[index]] = &launch.arguments[index];
  const auto& output = std::get<launch::Buffer>(*arguments.at(reference.output));
  if (!reference.function.empty()) {
    auto expected = reference_named(reference.function)(arguments, reference.output);
    if (expected)
      for (double& value : *expected) value = rounded(output.type, value);
    return expected;
  }
  if (!reference.file.empty()) {
    const auto file = launch::make_buffer(output.type, output.size, reference.file, settings.seed, experiment.file.parent_path());
    return file ? values_of(file->type, *file->initial) : base::Result<std::vector<double>>(file.error());
  }
  const std::vector<std::string> variables = element_variables(experiment, entry);
  auto expression = Expression::compile(reference.expression, variables_of(experiment, settings), variables);
  if (!expression) return expression.error();
  return by_expression(*expression, variables, arguments, output);
}

base::Result<std::vector<double>> expected_by_kernel(const Experiment& experiment, const Settings& settings,
                                                     launch::Device& device, launch::Progress& progress) {
  const Reference reference = reference_of(experiment, settings);
  const auto other = other_kernel(experiment, settings, reference.kernel);
  if (!other) return other.error();
  const auto module = load_module(other->experiment, other->settings);
  if (!module) return module.error();
  const auto program = make_program(other->experiment, *module, other->settings);
  if (!program) return of_kernel(reference.kernel, program.error());
  const auto launch = run_before(*program, settings.seed, device, progress);
  if (!launch) return launch.error();
  if (!*launch) return std::vector<double>();
  const auto result = device.run(**launch, progress);
  if (!result) return of_kernel(reference.kernel, result.error());
  if (result->outcome == launch::Outcome::cancelled) return std::vector<double>();
  if (result->fault) return of_kernel(reference.kernel, base::error(result->fault->message));
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(**launch);
  const auto output = std::ranges::find(buffers, reference.output, &launch::Buffer::name);
  if (output == buffers.end()) return base::error("the kernel '" + reference.kernel + "' takes no '" + reference.output + "'");
  return values_of((*output)->type, result->outputs[static_cast<std::size_t>(output - buffers.begin())]);
}

Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance) {
  Check check;
  check.buffer = buffer;
  check.expected = std::move(expected);
  check.tolerance = tolerance;
  launch::for_each_element(type, output, [&](std::uint64_t index, double got) {
    if (index >= check.expected.size()) return;
    double wanted = check.expected[index];
    // The reference is NaN where the result depends on rounding: accept any integer.
    if (std::isnan(wanted) && !launch::is_floating(type)) wanted = got;
    check.expected_sum += wanted;
    check.actual_sum += got;
    if (!launch::agree(wanted, got, tolerance) && check.wrong++ == 0) check.first_wrong = index;
  });
  return check;
}

std::string removed_accesses_text(const ptx::Module& module, const std::string& entry, const std::filesystem::path& source,
                                  const ptx::CompileOptions& options, ptx::ModuleCache& modules) {
  if (!options.optimised || source.extension() != ".cu") return "";
  ptx::CompileOptions plain_options = options;
  plain_options.optimised = false;
  const auto plain = modules.load(source, {}, plain_options);
  if (!plain) return "";
  std::string lines;
  std::size_t count = 0;
  for (const std::uint32_t line : ptx::lines_of_removed_accesses(module, **plain, entry)) {
    lines += (lines.empty() ? "" : ", ") + std::to_string(line);
    ++count;
  }
  if (count == 0) return "";
  return "The compiler removed the accesses to memory " + std::string(count == 1 ? "in line " : "in lines ") + lines +
         ", as the result does not need them, so they are not checked; compile with -O0 to see them.";
}

bool Comparison::same() const {
  return std::all_of(outputs.begin(), outputs.end(), [](const OutputComparison& output) { return output.different == 0; });
}

Comparison compare(const Run& first, const Run& second) {
  Comparison comparison{{}, share_of(first), share_of(second)};
  std::size_t k = 0;
  for (const launch::Argument& argument : first.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const std::size_t output = k++;
    if (output >= first.result.outputs.size() || output >= second.result.outputs.size()) break;
    const launch::Bytes &one = first.result.outputs[output], &other = second.result.outputs[output];
    if (one.size() != other.size() || one.empty()) continue;
    OutputComparison& found = comparison.outputs.emplace_back();
    found.name = buffer->name;
    found.elements = buffer->size;
    const auto width = static_cast<std::ptrdiff_t>(launch::bytes(buffer->type));
    for (std::uint64_t at = 0; at < buffer->size; ++at) {
      const auto begin = one.begin() + static_cast<std::ptrdiff_t>(at) * width;
      if (std::equal(begin, begin + width, other.begin() + (begin - one.begin()))) continue;
      if (found.different++ == 0) found.first_different = at;
    }
  }
  return comparison;
}

}  // namespace warplens::experiment
