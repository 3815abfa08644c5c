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

/// The function called `name` in `[reference] function = "…"`, or nullptr.
ReferenceFunction reference_named(std::string_view name);

/// All names, for messages: "histogram matrix_product …".
std::string reference_names();

}  // namespace warplens::experiment
