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

/// The function called `name` in `[reference] function = "…"`, or nullptr.
ReferenceFunction reference_named(std::string_view name);
/// The names there are, for messages: "histogram".
std::string reference_names();

}  // namespace warplens::experiment
