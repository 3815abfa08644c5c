#pragma once

#include <optional>
#include <string>

#include "experiment/experiment.h"

namespace warplens::ui {

struct App;

/// Why a parameter's value is refused, with its limits; empty if it is valid.
std::string parameter_problem(const experiment::Parameter& parameter, double value);

/// Why a number of multiprocessors is refused; empty if it is valid.
std::string multiprocessors_problem(std::uint32_t multiprocessors);

/// Why the chosen settings cannot run: the first problem of a parameter, of the machine or of the geometry. Empty where they can.
std::string refusal_of(const App& app);

/// A suggestion, split where it names an entry of the experiment by its label as a whole word.
struct TryLine {
  std::string before, entry_label, after;
  std::optional<std::uint32_t> entry;
};
TryLine try_line(const experiment::Experiment& experiment, const std::string& text);

}  // namespace warplens::ui
