#include "experiment/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "experiment/expression.h"
#include "experiment/inputs.h"
#include "experiment/references.h"

namespace warplens::experiment {
namespace {

/// As the output's type would hold it; what it cannot hold stays, and so differs.
double rounded(launch::ElementType type, double value) {
  const auto scalar = launch::make_scalar(type, value);
  return scalar ? launch::to_double(*scalar) : value;
}

std::vector<double> by_expression(Expression& expression, const launch::Buffer& output) {
  constexpr std::size_t i = 0, in = 1;
  std::vector<double> expected(output.size);
  // Most references use neither, or only `in` of a buffer whose elements are equal: then one evaluation does for the run of them.
  double previous = std::nan(""), value = 0;
  for (std::uint64_t index = 0; index < output.size; ++index) {
    const double initial = expression.uses(in) ? launch::to_double(launch::element(output.type, *output.initial, index)) : 0;
    if (index == 0 || expression.uses(i) || initial != previous) {
      expression.set(i, static_cast<double>(index));
      expression.set(in, initial);
      value = rounded(output.type, expression.value());
      previous = initial;
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
  const std::uint64_t size = std::min<std::uint64_t>(check.expected.size(), output.size() / launch::bytes(type));
  for (std::uint64_t index = 0; index < size; ++index) {
    const double wanted = check.expected[index], got = launch::to_double(launch::element(type, output, index));
    check.expected_sum += wanted;
    check.actual_sum += got;
    const bool equal =
        wanted == got || (std::isnan(wanted) && std::isnan(got)) || std::abs(got - wanted) <= tolerance * std::abs(wanted);
    if (!equal && check.wrong++ == 0) check.first_wrong = index;
  }
  return check;
}

}  // namespace warplens::experiment
