#include "experiment/check/check.h"

#include <cmath>

#include "experiment/expression.h"
#include "experiment/inputs/inputs.h"
#include "experiment/references/references.h"
#include "launch/arguments/element_type.h"
#include "launch/findings/agreement.h"

namespace warplens::experiment {
namespace {

/// The value rounded to the output's type; unchanged, and therefore different, if the type cannot represent it.
double rounded(launch::ElementType type, double value) {
  const auto scalar = launch::make_scalar(type, value);
  return scalar ? launch::to_double(*scalar) : value;
}

/// One value per element of `output`. `variables` of the expression: i, in, then buffers of `arguments` by name, whose value is
/// NaN beyond their end.
std::vector<double> by_expression(Expression& expression, const std::vector<std::string>& variables,
                                  const NamedArguments& arguments, const launch::Buffer& output) {
  constexpr std::size_t i = 0, in = 1;
  struct Column {
    std::size_t variable;
    const launch::Buffer* buffer;
    double value = 0;
  };
  std::vector<Column> columns;
  for (std::size_t variable = in; variable < variables.size(); ++variable)
    if (expression.uses(variable))
      columns.push_back({variable, variable == in ? &output : &std::get<launch::Buffer>(*arguments.at(variables[variable]))});
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

}  // namespace

base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch) {
  const Entry& entry = experiment.entries[settings.entry];
  const Reference reference = reference_of(experiment, entry);
  if (reference.output.empty()) return std::vector<double>{};
  NamedArguments arguments;
  for (std::size_t index = 0; index < launch.arguments.size(); ++index)
    arguments[entry.arguments[index]] = &launch.arguments[index];
  const auto& output = std::get<launch::Buffer>(*arguments.at(reference.output));
  if (!reference.function.empty()) {
    auto expected = reference_named(reference.function)(arguments, reference.output);
    if (expected)
      for (double& value : *expected) value = rounded(output.type, value);
    return expected;
  }
  const std::vector<std::string> variables = element_variables(experiment, entry);
  auto expression = Expression::compile(reference.expression, variables_of(experiment, settings), variables);
  if (!expression) return expression.error();
  return by_expression(*expression, variables, arguments, output);
}

Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance) {
  Check check;
  check.buffer = buffer;
  check.expected = std::move(expected);
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

}  // namespace warplens::experiment
