#include <algorithm>

#include "experiment/references/reference_arguments.h"

namespace warplens::experiment {

base::Result<std::vector<double>> matrix_product(const NamedArguments& arguments, const std::string& output) {
  const auto a = initial_values(arguments, "a"), b = initial_values(arguments, "b");
  if (!a) return a.error();
  if (!b) return b.error();
  auto c = initial_values(arguments, output);
  if (!c) return c;
  const auto m = length(arguments, "m"), n = length(arguments, "n"), p = length(arguments, "p");
  for (const auto* size : {&m, &n, &p})
    if (!*size) return size->error();
  const auto holds = [](std::uint64_t size, std::uint64_t rows, std::uint64_t columns) {
    return columns == 0 || rows <= size / columns;
  };
  if (!holds(a->size(), *m, *n) || !holds(b->size(), *n, *p) || !holds(c->size(), *m, *p))
    return base::error("'a' is m × n, 'b' n × p and '" + output + "' m × p; one of them has fewer elements");

  std::vector<double> row(*p);
  for (std::uint64_t i = 0; i < *m; ++i) {
    row.assign(*p, 0);
    for (std::uint64_t k = 0; k < *n; ++k) {
      const double factor = (*a)[i * *n + k];
      const double* from = b->data() + k * *p;
      for (std::uint64_t j = 0; j < *p; ++j) row[j] += factor * from[j];
    }
    std::copy(row.begin(), row.end(), c->begin() + static_cast<std::ptrdiff_t>(i * *p));
  }
  return c;
}

}  // namespace warplens::experiment
