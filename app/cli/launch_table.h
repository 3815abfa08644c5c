#pragma once

#include <string>

#include "report/json.h"

namespace warplens::cli {

/// A program's launches with their measured times, for a person at a terminal: the first ones each, then per kernel. `launches`:
/// as program::Outcome has them. Empty without launches.
std::string launch_table(const report::Json& launches, const std::string& device);

}  // namespace warplens::cli
