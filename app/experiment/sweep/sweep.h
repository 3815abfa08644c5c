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

/// Maximum number of values of a sweep.
inline constexpr std::size_t max_sweep = 1000;

/// The CPU's computation for a sweep, to compare with the kernels: a function of experiment/references/baseline.h and the names
/// of its arguments.
struct CpuBaseline {
  std::string function;  ///< "": none
  std::vector<std::string> arguments;
  bool operator==(const CpuBaseline&) const = default;
};

/// A plot as data: a parameter of an experiment varies over a range; at each value quantities are measured, counted or modelled.
struct Sweep {
  std::string label;  ///< unique in the experiment: "block-size"
  std::string text;   ///< one sentence: what to look at
  std::string
      parameter;       ///< a parameter of the experiment, block or grid (their extent x), or multiprocessors; "m,n,p" for several
  std::string values;  ///< its values (parse_values)
  std::vector<std::uint32_t> entries;
  std::vector<std::string> measures;  ///< ids of experiment/measure.h
  std::vector<std::string> set;       ///< fixed settings: KEY=VALUE of --set
  std::string relative_to;            ///< id of a time measure, to show times as speed-ups over it; "": show times
  CpuBaseline baseline;               ///< overrides the experiment's
  bool logarithmic_x = false, logarithmic_y = false;
  std::uint32_t repeats = 5;                                    ///< timed runs per point, after one warm-up run
  std::uint32_t seeds = 1;                                      ///< runs on the SIMT machine, each with the next seed
  double simt_up_to = std::numeric_limits<double>::infinity();  ///< the SIMT machine runs only values up to this
  bool operator==(const Sweep&) const = default;
};

/// A list of numbers and ranges: "1,31,33", "100..1000+100" (steps of 100), "32..1024*2" (factors of 2). A range includes its end
/// if the steps reach it. The result is ascending, without duplicates, with at most max_sweep values.
base::Result<std::vector<double>> parse_values(const std::string& text);

/// The values of a sweep, rounded for integer parameters.
base::Result<std::vector<double>> values_of(const Experiment& experiment, const Sweep& sweep);

/// Settings of an entry at a value: the file's defaults, the fixed settings, and block and grid derived from the parameters
/// unless set. `multiprocessors`: Settings::multiprocessors if the sweep neither sets nor varies them.
base::Result<Settings> settings_at(const Experiment& experiment, const Sweep& sweep, std::uint32_t entry, double value,
                                   std::uint32_t multiprocessors = 0);

/// Whether a sweep is valid: its parameter, values, entries, measures and settings.
base::Status check(const Experiment& experiment, const Sweep& sweep);

/// A sweep of the experiment's first parameter (or of its block) over a few values, with cycles and times: the initial state of a
/// custom sweep.
Sweep default_sweep(const Experiment& experiment);

/// Make `sweep` vary another parameter, over the values of a ready-made sweep of that parameter, or else over a
/// few values up to the parameter's default, or from its minimum to its maximum. Drop a fixed setting of the
/// parameter.
void sweep_over(const Experiment& experiment, Sweep& sweep, const std::string& parameter);

/// Sweep::text of the ready-made sweep with this label; "" if `sweep` differs from it in parameter, values, entries, measures or
/// fixed settings, since the text may mention them.
std::string sweep_text(const Experiment& experiment, const Sweep& sweep);

/// The experiment's sweep of this label, or nullptr.
const Sweep* find_sweep(const Experiment& experiment, const std::string& label);

/// The names that can be swept: parameters, then block, grid and multiprocessors.
std::vector<std::string> sweepable(const Experiment& experiment);
/// Whether the sweep varies the number of multiprocessors, which only a modelled machine allows.
bool turns_the_machine(const Sweep& sweep);
/// Whether a fixed setting of the sweep is the number of multiprocessors.
bool sets_the_machine(const Sweep& sweep);
/// The swept number in words, for sentences: the counted things, or its name and unit.
struct SweptQuantity {
  std::string noun, noun_rest;  ///< "thread", " per block"; empty if it counts nothing
  std::string name, unit;       ///< "n"; "ring", "KiB"
};
SweptQuantity swept_quantity(const Experiment& experiment, const std::string& parameter);
/// Axis label of the swept number: a parameter's label, "threads per block", "blocks", "m = n = p".
std::string axis_label(const Experiment& experiment, const std::string& parameter);

}  // namespace warplens::experiment
