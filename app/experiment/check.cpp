#include "experiment/check.h"

#include <cmath>

#include "experiment/expression.h"
#include "experiment/inputs.h"
#include "experiment/references.h"
#include "launch/element_type.h"

namespace warplens::experiment {
namespace {

/// As the output's type would hold it; what it cannot hold stays, and so differs.
double rounded(launch::ElementType type, double value) {
  const auto scalar = launch::make_scalar(type, value);
  return scalar ? launch::to_double(*scalar) : value;
}

std::vector<double> by_expression(Expression& expression, const launch::Buffer& output) {
  constexpr std::size_t i = 0, in = 1;
  const bool uses_index = expression.uses(i), uses_initial = expression.uses(in);
  const auto value_at = [&](std::uint64_t index, double initial) {
    expression.set(i, static_cast<double>(index));
    expression.set(in, initial);
    return rounded(output.type, expression.value());
  };
  if (!uses_index && !uses_initial) return std::vector<double>(output.size, value_at(0, 0));
  std::vector<double> expected(output.size);
  // Neighbours of the same initial value need one evaluation, where the index does not matter.
  double previous = 0, value = 0;
  launch::for_each_element(output.type, *output.initial, [&](std::uint64_t index, double initial) {
    if (index == 0 || uses_index || initial != previous) value = value_at(index, initial);
    previous = initial;
    expected[index] = value;
  });
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
  if (!reference.function.empty()) return reference_named(reference.function)(arguments, reference.output);
  auto expression = Expression::compile(reference.expression, variables_of(experiment, settings), {"i", "in"});
  if (!expression) return expression.error();
  return by_expression(*expression, std::get<launch::Buffer>(*arguments.at(reference.output)));
}

Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance) {
  Check check;
  check.buffer = buffer;
  check.expected = std::move(expected);
  launch::for_each_element(type, output, [&](std::uint64_t index, double got) {
    if (index >= check.expected.size()) return;
    const double wanted = check.expected[index];
    check.expected_sum += wanted;
    check.actual_sum += got;
    const bool equal =
        wanted == got || (std::isnan(wanted) && std::isnan(got)) || std::abs(got - wanted) <= tolerance * std::abs(wanted);
    if (!equal && check.wrong++ == 0) check.first_wrong = index;
  });
  return check;
}

}  // namespace warplens::experiment
