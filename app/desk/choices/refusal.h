#pragma once

#include <optional>
#include <string>
#include <vector>

#include "desk/choices/choices.h"

namespace warplens::desk {

// Why chosen settings cannot run.

/// Say why a parameter's value is refused, with its limits; empty if it is valid.
std::string parameter_problem(const experiment::Parameter& parameter, double value);

/// Say why a number of multiprocessors is refused; empty if it is valid.
std::string multiprocessors_problem(std::uint32_t multiprocessors);

/// List why the machine or the entry refuses the chosen grid and block; empty if they are valid.
std::vector<launch::GeometryProblem> geometry_problems(const Choices& choices);

/// Return the first problem of a parameter, of the machine or of the geometry; empty if the chosen settings can run.
std::string refusal_of(const Choices& choices);

}  // namespace warplens::desk
