#pragma once

#include <optional>

#include "ptx/module.h"

namespace warplens::ptx {

/// Make a version of the module that holds in registers the variables that unoptimised code keeps in local memory, for analyses
/// that follow values through registers; none if there is no such variable. Instruction i of a function stays instruction i: a
/// load or store of such a variable becomes a mov. A variable stays in memory if its address is used for anything but loads and
/// stores of the whole variable.
std::optional<Module> with_stack_variables_in_registers(const Module& module);

}  // namespace warplens::ptx
