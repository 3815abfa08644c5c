#include "experiment/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "experiment/experiment.h"
#include "experiment/inputs/inputs.h"
#include "experiment/sweep/measure.h"

namespace warplens::experiment {
namespace {

base::Result<double> number(std::string_view text) {
  const auto scalar = launch::parse_scalar(launch::ElementType::f64, text);
  if (!scalar) return base::error("values: " + scalar.error().message);
  const double value = launch::to_double(*scalar);
  if (!std::isfinite(value)) return base::error("values: '" + std::string(text) + "' is not finite");
  return value;
}

/// "100..1000+100" or "32..1024*2".
base::Status add_range(std::string_view text, std::size_t dots, std::vector<double>& values) {
  const std::string whole(text);
  std::string_view rest = text.substr(dots + 2);
  // A sign may follow the dots or an exponent; the + or * of the step comes after it.
  std::size_t at = 1;
  while (at < rest.size() && !(rest[at] == '*' || (rest[at] == '+' && rest[at - 1] != 'e' && rest[at - 1] != 'E'))) ++at;
  if (at >= rest.size())
    return base::error("values: the range '" + whole + "' lacks its step: FROM..TO+STEP, or FROM..TO*FACTOR");
  const bool linear = rest[at] == '+';
  const auto from = number(text.substr(0, dots)), to = number(rest.substr(0, at)), step = number(rest.substr(at + 1));
  for (const auto* part : {&from, &to, &step})
    if (!*part) return part->error();
  if (*from > *to) return base::error("values: the range '" + whole + "' ends before it begins");
  if (linear ? !(*step > 0) : !(*step > 1 && *from > 0))
    return base::error("values: the range '" + whole +
                       (linear ? "' needs a step above 0" : "' needs a factor above 1 and a beginning above 0"));
  const double slack = 1e-9;  // of a step: sums of fractions may pass the end by rounding
  for (std::size_t k = 0; values.size() <= max_sweep; ++k) {
    const double value = linear ? *from + static_cast<double>(k) * *step : *from * std::pow(*step, static_cast<double>(k));
    if (linear ? value > *to + *step * slack : value > *to * (1 + slack)) break;
    values.push_back(std::min(value, *to));
  }
  return base::Nothing{};
}

base::Status too_many() { return base::error("values: a sweep has at most " + std::to_string(max_sweep)); }

void sort_and_unite(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

const Parameter* parameter_of(const Experiment& experiment, const std::string& name) {
  for (const Parameter& parameter : experiment.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

/// The names in "m,n,p".
std::vector<std::string> names_in(const std::string& parameter) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= parameter.size();) {
    const std::size_t comma = std::min(parameter.find(',', at), parameter.size());
    names.push_back(parameter.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

bool is_extent(const std::string& name) { return name == "block" || name == "grid"; }

/// Integer settings that are no parameters, and can be swept in every experiment.
bool is_of_the_launch(const std::string& name) { return is_extent(name) || name == "multiprocessors"; }

std::string key_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

template <typename Texts>
std::string list(const Texts& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " ") + std::string(text);
  return all;
}

/// The fixed settings, each after those it depends on.
base::Status assign(const Experiment& experiment, const Sweep& sweep, Settings& settings,
                    bool (*wanted)(const std::string& key)) {
  for (const std::string& assignment : sweep.set) {
    if (!wanted(key_of(assignment))) continue;
    if (const base::Status status = set(experiment, settings, assignment); !status) return status;
  }
  return base::Nothing{};
}

}  // namespace

base::Result<std::vector<double>> parse_values(const std::string& text) {
  std::vector<double> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    std::string_view part = std::string_view(text).substr(at, comma - at);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (const std::size_t dots = part.find(".."); dots != std::string_view::npos) {
      if (const base::Status status = add_range(part, dots, values); !status) return status.error();
    } else {
      const auto value = number(part);
      if (!value) return value.error();
      values.push_back(*value);
    }
    if (values.size() > max_sweep) return too_many().error();
    at = comma + 1;
  }
  sort_and_unite(values);
  return values;
}

base::Result<std::vector<double>> values_of(const Experiment& experiment, const Sweep& sweep) {
  auto values = parse_values(sweep.values);
  if (!values) return values;
  const auto is_whole = [&](const std::string& name) {
    const Parameter* parameter = parameter_of(experiment, name);
    return is_of_the_launch(name) || (parameter != nullptr && parameter->integer);
  };
  if (const auto names = names_in(sweep.parameter); std::any_of(names.begin(), names.end(), is_whole)) {
    for (double& value : *values) value = std::round(value);
    sort_and_unite(*values);
  }
  return values;
}

base::Result<Settings> settings_at(const Experiment& experiment, const Sweep& sweep, std::uint32_t entry, double value,
                                   std::uint32_t multiprocessors) {
  auto settings = default_settings(experiment, entry);
  if (!settings) return settings;
  settings->repeats = 1;
  settings->multiprocessors = multiprocessors;
  // Parameters determine the block, both determine the grid.
  if (const auto done = assign(experiment, sweep, *settings, [](const std::string& key) { return !is_extent(key); }); !done)
    return done.error();
  const std::vector<std::string> swept = names_in(sweep.parameter);
  const auto sweeps = [&](const std::string& name) { return std::find(swept.begin(), swept.end(), name) != swept.end(); };
  for (const std::string& name : swept) {
    if (is_of_the_launch(name)) continue;
    if (const auto fits = check_parameter(experiment, name, value); !fits) return fits.error();
    settings->parameters[name] = value;
  }
  if ((sweeps("block") || sweeps("grid")) && !(value >= 1 && value <= std::numeric_limits<std::uint32_t>::max()))
    return base::error("'" + sweep.parameter + "' is a whole number from 1 to 4,294,967,295");
  if (sweeps("multiprocessors")) {
    if (!(value >= 1 && value <= launch::max_multiprocessors))
      return base::error("'" + sweep.parameter + "' is a whole number from 1 to " + std::to_string(launch::max_multiprocessors));
    settings->multiprocessors = static_cast<std::uint32_t>(value);
  }
  const auto block = block_for(experiment, entry, settings->parameters);
  if (!block) return block.error();
  settings->block = *block;
  if (const auto done = assign(experiment, sweep, *settings, [](const std::string& key) { return key == "block"; }); !done)
    return done.error();
  if (sweeps("block")) settings->block.x = static_cast<std::uint32_t>(value);
  const auto grid = grid_for(experiment, *settings);
  if (!grid) return grid.error();
  settings->grid = *grid;
  if (const auto done = assign(experiment, sweep, *settings, [](const std::string& key) { return key == "grid"; }); !done)
    return done.error();
  if (sweeps("grid")) settings->grid.x = static_cast<std::uint32_t>(value);
  return settings;
}

base::Status check(const Experiment& experiment, const Sweep& sweep) {
  const std::vector<std::string> names = sweepable(experiment);
  const std::vector<std::string> swept = names_in(sweep.parameter);
  for (const std::string& name : swept)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return base::error("there is no '" + name + "' to sweep; there are: " + list(names));
  const auto values = values_of(experiment, sweep);
  if (!values) return values.error();
  if (sweep.entries.empty()) return base::error("a sweep needs an entry");
  if (sweep.measures.empty()) return base::error("a sweep needs something to measure");
  std::vector<std::string> ids;
  for (const Measure& measure : measures()) ids.push_back(measure.id);
  for (const std::string& id : sweep.measures)
    if (measure_named(id) == nullptr) return base::error("there is no measure '" + id + "'; there are: " + list(ids));
  if (const Measure* base_line = measure_named(sweep.relative_to);
      !sweep.relative_to.empty() && (base_line == nullptr || !is_time(*base_line)))
    return base::error("times can be shown relative to gpu, gpu-copies, cpu, cpu-all or blas, not to '" + sweep.relative_to +
                       "'");
  for (const std::string& assignment : sweep.set) {
    const std::string key = key_of(assignment);
    const bool is_swept = std::find(swept.begin(), swept.end(), key) != swept.end();
    if (key == "entry" || key == "repeats" || key == "check" || is_swept)
      return base::error("'" + key + "' cannot be set in a sweep" + (is_swept ? ": it is what is swept" : ""));
  }
  if (sweep.repeats == 0 || sweep.repeats > 1000 || sweep.seeds == 0 || sweep.seeds > 1000)
    return base::error("repeats and seeds go from 1 to 1000");
  for (const std::uint32_t entry : sweep.entries)
    for (const double value : *values)
      if (const auto settings = settings_at(experiment, sweep, entry, value); !settings) return settings.error();
  return base::Nothing{};
}

Sweep default_sweep(const Experiment& experiment) {
  Sweep sweep;
  sweep.label = "own";
  sweep.parameter = "block";
  sweep.values = "32..1024*2";
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) sweep.entries.push_back(entry);
  sweep.measures = {"gpu", "simt"};
  if (experiment.recording) {  // its launches are no alternatives, and have the SIMT machine's addresses
    sweep.entries = {0};
    sweep.measures = {"simt"};
  }
  sweep.logarithmic_x = true;
  return sweep;
}

void sweep_over(const Experiment& experiment, Sweep& sweep, const std::string& parameter) {
  constexpr int steps = 8, doublings = 7;
  sweep.label = "own";
  sweep.parameter = parameter;
  std::erase_if(sweep.set, [&](const std::string& assignment) { return assignment.starts_with(parameter + "="); });
  const auto ready = std::ranges::find(experiment.sweeps, parameter, &Sweep::parameter);
  const Parameter* found = parameter_of(experiment, parameter);
  if (ready != experiment.sweeps.end()) {
    sweep.values = ready->values;
  } else if (found == nullptr) {
    sweep.values = parameter == "block" ? "32..1024*2" : parameter == "grid" ? "1..64*2" : "1..16*2";
  } else if (found->logarithmic && found->minimum > 0) {
    double from = found->value;
    for (int k = 0; k < doublings && from / 2 >= found->minimum; ++k) from /= 2;
    if (found->integer) from = std::ceil(from);
    sweep.values = fmt::format("{:.17g}..{:.17g}*2", from, found->value);
  } else {
    double step = (found->maximum - found->minimum) / steps;
    if (found->integer) step = std::max(std::ceil(step), 1.0);
    sweep.values = step > 0 ? fmt::format("{:.17g}..{:.17g}+{:.17g}", found->minimum, found->maximum, step)
                            : fmt::format("{:.17g}", found->minimum);
  }
}

std::string sweep_text(const Experiment& experiment, const Sweep& sweep) {
  const Sweep* own = find_sweep(experiment, sweep.label);
  const bool same = own != nullptr && own->parameter == sweep.parameter && own->values == sweep.values &&
                    own->entries == sweep.entries && own->measures == sweep.measures && own->set == sweep.set;
  return same ? own->text : "";
}

const Sweep* find_sweep(const Experiment& experiment, const std::string& label) {
  for (const Sweep& sweep : experiment.sweeps)
    if (sweep.label == label) return &sweep;
  return nullptr;
}

std::vector<std::string> sweepable(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const Parameter& parameter : experiment.parameters) names.push_back(parameter.name);
  names.insert(names.end(), {"block", "grid", "multiprocessors"});
  return names;
}

bool sets_the_machine(const Sweep& sweep) {
  return std::ranges::any_of(sweep.set, [](const std::string& assignment) { return assignment.starts_with("multiprocessors="); });
}

bool turns_the_machine(const Sweep& sweep) {
  const std::vector<std::string> names = names_in(sweep.parameter);
  return std::find(names.begin(), names.end(), "multiprocessors") != names.end();
}

SweptQuantity swept_quantity(const Experiment& experiment, const std::string& parameter) {
  if (parameter == "block") return {"thread", " per block", "", ""};
  if (parameter == "grid") return {"block", "", "", ""};
  if (parameter == "multiprocessors") return {"multiprocessor", "", "", ""};
  SweptQuantity quantity{"", "", axis_label(experiment, parameter), ""};
  const Parameter* found = parameter_of(experiment, parameter);
  if (found == nullptr) return quantity;
  // "Elements n" is called n, "Ring, KiB" the ring.
  std::string& name = quantity.name;
  if (const std::size_t comma = name.find(", "); comma != std::string::npos) {
    quantity.unit = name.substr(comma + 2);
    name.resize(comma);
  }
  if (name.ends_with(" " + found->name)) name = found->name;
  if (name.size() > 1 && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return quantity;
}

std::string axis_label(const Experiment& experiment, const std::string& parameter) {
  if (parameter == "block") return "threads per block";
  if (parameter == "grid") return "blocks";
  if (parameter == "multiprocessors") return "multiprocessors of the modelled card";
  if (parameter.find(',') != std::string::npos) {
    std::string label;
    for (const std::string& name : names_in(parameter)) label += (label.empty() ? "" : " = ") + name;
    return label;
  }
  const Parameter* found = parameter_of(experiment, parameter);
  return found != nullptr ? found->label : parameter;
}

}  // namespace warplens::experiment
