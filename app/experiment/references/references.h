#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::experiment {

/// The arguments of a launch by the names that the experiment's file gives them.
using NamedArguments = std::map<std::string, const launch::Argument*>;

/// What a kernel should give, computed by plain C++ from the launch's own arguments: one value per element of the output
/// `output`.
using ReferenceFunction = base::Result<std::vector<double>> (*)(const NamedArguments& arguments, const std::string& output);

/// Counts of `samples` in `bins` equal bins over [low, high), in the float arithmetic of the kernel: (sample - low) / (high -
/// low) · bins.
base::Result<std::vector<double>> histogram(const NamedArguments& arguments, const std::string& output);
/// `a` (m × n) times `b` (n × p), all row by row.
base::Result<std::vector<double>> matrix_product(const NamedArguments& arguments, const std::string& output);
/// Element 0 has the first n elements of `a` added to it.
base::Result<std::vector<double>> sum(const NamedArguments& arguments, const std::string& output);
/// Element i is the sum of the elements of `a` up to i, with it or without it, for i below n.
base::Result<std::vector<double>> inclusive_scan(const NamedArguments& arguments, const std::string& output);
base::Result<std::vector<double>> exclusive_scan(const NamedArguments& arguments, const std::string& output);

/// Each of `series` series on its own, element i of which stands in `source` at i × series + its number: y[i] = y[i - 1] / 2 +
/// source[i], from y[-1] = 0, for i below n.
base::Result<std::vector<double>> recurrence(const NamedArguments& arguments, const std::string& output);
/// 1 for each triangle of `corners` whose centre is seen from (eye_x, eye_y, eye_z), 0 where another triangle lies in between;
/// NaN where rounding to float decides: a ray that passes an edge, or a triangle's plane near one of its own ends, closer than a
/// few roundings of its coordinates.
base::Result<std::vector<double>> visibility(const NamedArguments& arguments, const std::string& output);

/// The function called `name` in `[reference] function = "…"`, or nullptr.
ReferenceFunction reference_named(std::string_view name);
/// The names there are, for messages: "histogram matrix_product …".
std::string reference_names();

}  // namespace warplens::experiment
