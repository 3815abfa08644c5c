#pragma once

#include <string>

#include "report/json.h"

namespace warplens::cli {

/// A program's launches with their measured times, for a person at a terminal: a table of the first launches, then a table by
/// kernel. `launches`: program::Outcome::launches. Empty without launches.
std::string launch_table(const report::Json& launches, const std::string& device);

}  // namespace warplens::cli
