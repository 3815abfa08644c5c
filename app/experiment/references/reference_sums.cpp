#include <algorithm>

#include "experiment/references/reference_arguments.h"

namespace warplens::experiment {
namespace {

/// The first n elements of `a`.
base::Result<std::vector<double>> summands(const NamedArguments& arguments) {
  auto a = initial_values(arguments, "a");
  if (!a) return a;
  const auto n = length(arguments, "n");
  if (!n) return n.error();
  a->resize(std::min<std::uint64_t>(a->size(), *n));
  return a;
}

/// Both scans: element i of the output is the sum of the elements before i, plus element i if `with_own` is set.
base::Result<std::vector<double>> scan(const NamedArguments& arguments, const std::string& output, bool with_own) {
  const auto a = summands(arguments);
  if (!a) return a.error();
  auto sums = initial_values(arguments, output);
  if (!sums) return sums;
  double before = 0;
  for (std::size_t i = 0; i < std::min(a->size(), sums->size()); ++i) {
    const double after = before + (*a)[i];
    (*sums)[i] = with_own ? after : before;
    before = after;
  }
  return sums;
}

}  // namespace

base::Result<std::vector<double>> sum(const NamedArguments& arguments, const std::string& output) {
  const auto a = summands(arguments);
  if (!a) return a.error();
  auto result = initial_values(arguments, output);
  if (!result) return result;
  for (const double value : *a) result->front() += value;
  return result;
}

base::Result<std::vector<double>> recurrence(const NamedArguments& arguments, const std::string& output) {
  const auto source = initial_values(arguments, "source");
  if (!source) return source.error();
  auto values = initial_values(arguments, output);
  if (!values) return values;
  const auto n = length(arguments, "n"), series = length(arguments, "series");
  if (!n) return n.error();
  if (!series) return series.error();
  if (const std::uint64_t size = std::min(source->size(), values->size()); *series > 0 && *n > size / *series)
    return base::error("'source' and '" + output + "' have fewer than n × series elements");
  for (std::uint64_t i = 0; i < *n * *series; ++i) (*values)[i] = (*source)[i] + (i < *series ? 0 : (*values)[i - *series] / 2);
  return values;
}

base::Result<std::vector<double>> inclusive_scan(const NamedArguments& arguments, const std::string& output) {
  return scan(arguments, output, true);
}

base::Result<std::vector<double>> exclusive_scan(const NamedArguments& arguments, const std::string& output) {
  return scan(arguments, output, false);
}

}  // namespace warplens::experiment
