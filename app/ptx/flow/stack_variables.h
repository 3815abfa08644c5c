#pragma once

#include <optional>

#include "ptx/module.h"

namespace warplens::ptx {

/// The module with the variables that unoptimised code keeps in local memory in registers instead, for analyses that follow
/// values through registers; none if it has no such variable. Instruction i of a function stays instruction i: a load or store of
/// such a variable becomes a mov. A variable stays in memory if its address is used for anything but loads and stores of it as a
/// whole.
std::optional<Module> with_stack_variables_in_registers(const Module& module);

}  // namespace warplens::ptx
