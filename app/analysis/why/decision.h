#pragma once

#include <cstdint>
#include <optional>

#include "analysis/why/expression.h"

namespace warplens::analysis {

/// What brought a thread to a step: a condition, with its values, and the line of its branch.
struct Decision {
  Expression condition;
  std::uint32_t line = 0;
};

/// The last condition on which it depended whether a lane executes a step: its guard, or the branch before it that has another
/// way around it. Nothing if every thread that begins the function comes there, and for branches in the functions that called it.
/// (Control dependence: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization", 1987.)
std::optional<Decision> decision_of(const Executed& executed, std::uint32_t step, int lane);

}  // namespace warplens::analysis
