#pragma once

#include <string>
#include <vector>

#include "desk/choices/choices.h"

namespace warplens::desk {

// Why chosen settings cannot run.

/// Say why a parameter's value is refused, with its limits; empty if it is valid.
std::string parameter_problem(const experiment::Parameter& parameter, double value);

/// Say why a number of multiprocessors is refused; empty if it is valid.
std::string multiprocessors_problem(std::uint32_t multiprocessors);

/// Why the chosen settings cannot run.
struct Refusal {
  std::string reason;  ///< the first problem of a parameter, of the machine or of the geometry; empty if they can run
  std::vector<launch::GeometryProblem> geometry;  ///< why the machine or the entry refuses grid and block
};

/// Check the chosen settings: all that can be said before they run.
Refusal refusal_of(const Choices& choices);

}  // namespace warplens::desk
