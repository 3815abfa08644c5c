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

/// The expected result of a kernel, computed in plain C++ from the arguments of the launch: one value per element of the output
/// `output`.
using ReferenceFunction = base::Result<std::vector<double>> (*)(const NamedArguments& arguments, const std::string& output);

/// Counts of `samples` in `bins` equal bins over [low, high), in the float arithmetic of the kernel: (sample - low) / (high -
/// low) · bins.
base::Result<std::vector<double>> histogram(const NamedArguments& arguments, const std::string& output);
/// `a` (m × n) times `b` (n × p), all row-major.
base::Result<std::vector<double>> matrix_product(const NamedArguments& arguments, const std::string& output);
/// Element 0: its initial value plus the sum of the first n elements of `a`.
base::Result<std::vector<double>> sum(const NamedArguments& arguments, const std::string& output);
/// Prefix sum, inclusive or exclusive: element i is the sum of the elements of `a` up to i, for i below n.
base::Result<std::vector<double>> inclusive_scan(const NamedArguments& arguments, const std::string& output);
base::Result<std::vector<double>> exclusive_scan(const NamedArguments& arguments, const std::string& output);

/// A recurrence for each of `series` independent series: y[i] = y[i - 1] / 2 + source[i], with y[-1] = 0, for i below n. Element
/// i of series s is at index i × series + s.
base::Result<std::vector<double>> recurrence(const NamedArguments& arguments, const std::string& output);
/// 1 for each triangle of `corners` whose centre is visible from (eye_x, eye_y, eye_z), 0 if another triangle is in between; NaN
/// if rounding to float decides: the ray passes an edge, or crosses a triangle's plane next to one of the ray's ends, within a
/// few rounding errors of the coordinates.
base::Result<std::vector<double>> visibility(const NamedArguments& arguments, const std::string& output);

/// The function called `name` in `[reference] function = "…"`, or nullptr.
ReferenceFunction reference_named(std::string_view name);
/// All names, for messages: "histogram matrix_product …".
std::string reference_names();

}  // namespace warplens::experiment
