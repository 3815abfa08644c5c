#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Whether the host can set and read a variable: a `__device__` or `__constant__` variable of known size.
bool is_symbol(const Variable& variable);

/// Find the `__device__` or `__constant__` variable that a person calls `name`, and return its index in Module::variables.
/// `name`: as in the PTX, demangled ("filter::coefficients"), or the last part if only one variable fits ("coefficients"). The
/// error lists the existing variables.
base::Result<std::uint32_t> find_variable(const Module& module, const std::string& name);

}  // namespace warplens::ptx
