#include "experiment/catalogue/read_sweep.h"

#include <algorithm>

#include "experiment/references/baseline.h"
#include "experiment/sweep/sweep.h"

namespace warplens::experiment {
namespace {

using Need = TableReader::Need;

/// The entries with these labels; all entries if there are no labels.
std::vector<std::uint32_t> entries_of(TableReader& reader, const Experiment& experiment) {
  std::vector<std::uint32_t> entries;
  for (const std::string& label : reader.texts("entries")) {
    const auto found = std::find_if(experiment.entries.begin(), experiment.entries.end(),
                                    [&](const Entry& entry) { return entry.label == label; });
    if (found == experiment.entries.end())
      reader.problem("entries", "there is no entry '" + label + "'");
    else
      entries.push_back(static_cast<std::uint32_t>(found - experiment.entries.begin()));
  }
  if (!reader.has("entries"))
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) entries.push_back(entry);
  return entries;
}

}  // namespace

Sweep read_sweep(const toml::table& table, const Experiment& experiment, Problems& problems) {
  TableReader reader(table, "a sweep", problems);
  Sweep sweep;
  sweep.label = reader.text("label", Need::required);
  sweep.text = reader.text("text");
  sweep.parameter = reader.text("parameter", Need::required);
  sweep.values = reader.text("values", Need::required);
  sweep.entries = entries_of(reader, experiment);
  sweep.measures = reader.texts("measures", Need::required);
  sweep.set = reader.texts("set");
  for (const std::string& assignment : sweep.set)
    if (reads_file(assignment)) reader.problem("set", "'" + assignment + "': a sweep's file names no other file");
  sweep.relative_to = reader.text("relative_to");
  for (const std::string& axis : reader.texts("logarithmic")) {
    if (axis != "x" && axis != "y") reader.problem("logarithmic", "the axes are x and y, not '" + axis + "'");
    (axis == "x" ? sweep.logarithmic_x : sweep.logarithmic_y) = true;
  }
  sweep.repeats = static_cast<std::uint32_t>(reader.whole("repeats", sweep.repeats, 1000));
  sweep.seeds = static_cast<std::uint32_t>(reader.whole("seeds", sweep.seeds, 1000));
  sweep.simt_up_to = reader.number("simt_up_to", Need::optional, sweep.simt_up_to);
  if (const toml::table* baseline = reader.table("baseline")) sweep.baseline = read_baseline(*baseline, experiment, problems);
  reader.finish();
  if (find_sweep(experiment, sweep.label) != nullptr) reader.problem("label", "two sweeps are labelled '" + sweep.label + "'");
  return sweep;
}

CpuBaseline read_baseline(const toml::table& table, const Experiment& experiment, Problems& problems) {
  TableReader reader(table, "the baseline", problems);
  CpuBaseline baseline{reader.text("function", Need::required), reader.texts("arguments", Need::required)};
  reader.finish();
  const std::size_t wanted = baseline_arguments(baseline.function);
  if (wanted == 0)
    reader.problem("function", "there is no baseline '" + baseline.function + "'; there are: " + baseline_names());
  else if (wanted != baseline.arguments.size())
    reader.problem("arguments", "'" + baseline.function + "' takes other arguments; there are: " + baseline_names());
  for (const std::string& name : baseline.arguments)
    if (std::none_of(experiment.arguments.begin(), experiment.arguments.end(), [&](const Argument& a) { return a.name == name; }))
      reader.problem("arguments", "there is no argument '" + name + "'");
  return baseline;
}

}  // namespace warplens::experiment
