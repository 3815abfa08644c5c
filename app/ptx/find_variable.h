#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Whether the host can set and read a variable: a `__device__` or `__constant__` variable of known size.
bool is_symbol(const Variable& variable);

/// Index in Module::variables of the `__device__` or `__constant__` variable a person calls `name`: as in the PTX, demangled
/// ("filter::coefficients"), or its last part where that is one variable only ("coefficients"). The error lists the variables
/// there are.
base::Result<std::uint32_t> find_variable(const Module& module, const std::string& name);

}  // namespace warplens::ptx
