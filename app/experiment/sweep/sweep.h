#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"

namespace warplens::experiment {

struct Experiment;
struct Settings;

/// The most values that a sweep goes through.
inline constexpr std::size_t largest_sweep = 1000;

/// What the CPU computes where a sweep compares it with the kernels: a function of experiment/baseline.h and the names of the
/// arguments that it takes.
struct CpuBaseline {
  std::string function;  ///< "" where there is none
  std::vector<std::string> arguments;
  bool operator==(const CpuBaseline&) const = default;
};

/// One number of an experiment turned through a range, and what is measured, counted or modelled at each value: a plot as data.
struct Sweep {
  std::string label;  ///< names it among the experiment's: "block-size"
  std::string text;   ///< one sentence: what to look at
  std::string
      parameter;       ///< a parameter of the experiment, block or grid (their extent x), or multiprocessors; "m,n,p" for several
  std::string values;  ///< what it goes through (parse_values)
  std::vector<std::uint32_t> entries;
  std::vector<std::string> measures;  ///< ids of experiment/measure.h
  std::vector<std::string> set;       ///< settings that stay: KEY=VALUE of --set
  std::string relative_to;            ///< id of a measure of time: times are shown as how many times as fast; "" for times
  CpuBaseline baseline;               ///< instead of the experiment's
  bool logarithmic_x = false, logarithmic_y = false;
  std::uint32_t repeats = 5;                                    ///< of each clock reading, after one run that is not counted
  std::uint32_t seeds = 1;                                      ///< runs on the SIMT machine, each with the next seed
  double simt_up_to = std::numeric_limits<double>::infinity();  ///< values beyond it are not run on the SIMT machine
  bool operator==(const Sweep&) const = default;
};

/// A list of numbers and ranges: "1,31,33", "100..1000+100" (steps of 100), "32..1024*2" (each twice the one before). Both ends
/// of a range belong to it where the steps reach them. Ascending, each once; at most largest_sweep.
base::Result<std::vector<double>> parse_values(const std::string& text);

/// The values of a sweep; those of a whole number are rounded.
base::Result<std::vector<double>> values_of(const Experiment& experiment, const Sweep& sweep);

/// What runs for an entry at a value. As the file says it for its parameters; then block and grid, which follow from those unless
/// they are set.
base::Result<Settings> settings_at(const Experiment& experiment, const Sweep& sweep, std::uint32_t entry, double value);

/// Whether a sweep can run as it stands: its parameter, values, entries, measures and settings.
base::Status check(const Experiment& experiment, const Sweep& sweep);

/// A sweep of the experiment's first parameter (or of its block) over a few values, with cycles and times: where a user's own
/// begins.
Sweep default_sweep(const Experiment& experiment);

/// The experiment's sweep of this label, or nullptr.
const Sweep* find_sweep(const Experiment& experiment, const std::string& label);

/// What can be swept: the parameters' names, then block, grid and multiprocessors.
std::vector<std::string> sweepable(const Experiment& experiment);
/// Whether the sweep turns what only a modelled machine has to choose: its multiprocessors.
bool turns_the_machine(const Sweep& sweep);
/// How it is called on an axis: a parameter's label, "threads per block", "blocks", "m = n = p".
std::string axis_label(const Experiment& experiment, const std::string& parameter);

}  // namespace warplens::experiment
