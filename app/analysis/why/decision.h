#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/why/expression.h"

namespace warplens::analysis {

/// What brought a thread to a step: a condition, with its values, and the line of its branch.
struct Decision {
  Expression condition;
  std::uint32_t line = 0;
};

/// The last condition on which it depended whether a lane executes a step: its guard, or the branch before it that has another
/// way around it, in its function or in one that called it. Nothing if every thread that begins the kernel comes there.
/// (Control dependence: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization", 1987.)
std::optional<Decision> decision_of(const Executed& executed, std::uint32_t step, int lane);
/// The last condition that chose this step instead of one of `others`, which are instructions of the same function: that one can
/// no longer come on the way taken. Conditions of loops do not count.
std::optional<Decision> decision_between(const Executed& executed, std::uint32_t step, int lane,
                                         const std::vector<std::uint32_t>& others);

}  // namespace warplens::analysis
