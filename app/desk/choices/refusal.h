#pragma once

#include <optional>
#include <string>
#include <vector>

#include "desk/choices/choices.h"

namespace warplens::desk {

// Why chosen settings cannot run.

/// Why a parameter's value is refused, with its limits; empty if it is valid.
std::string parameter_problem(const experiment::Parameter& parameter, double value);

/// Why a number of multiprocessors is refused; empty if it is valid.
std::string multiprocessors_problem(std::uint32_t multiprocessors);

/// Why the chosen grid and block are refused, by the machine or by the entry; empty if they are valid.
std::vector<launch::GeometryProblem> geometry_problems(const Choices& choices);

/// The first problem of a parameter, of the machine or of the geometry; empty if the chosen settings can run.
std::string refusal_of(const Choices& choices);

}  // namespace warplens::desk
