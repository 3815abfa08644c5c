#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "experiment/experiment.h"
#include "experiment/inputs/inputs.h"
#include "experiment/inputs/scene.h"
#include "experiment/sequence.h"
#include "launch/recording/recording.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

/// `text` as an integer, without any other characters.
template <typename T>
std::optional<T> parse_whole(std::string_view text) {
  T value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string labels(const Experiment& experiment) {
  std::string text;
  for (const Entry& entry : experiment.entries) text += (text.empty() ? "" : " ") + entry.label;
  return text;
}

base::Result<base::Dim3> parse_extents(const std::string& key, std::string_view text) {
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::size_t axis = 0;
  for (std::size_t at = 0;; ++axis) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto extent = parse_whole<std::uint32_t>(text.substr(at, comma - at));
    if (axis == 3 || !extent) return base::error("'" + key + "' is one to three whole numbers: " + key + "=X,Y,Z");
    extents[axis] = *extent;
    if (comma == text.size()) break;
    at = comma + 1;
  }
  return base::Dim3{extents[0], extents[1], extents[2]};
}

base::Status set_entry(const Experiment& experiment, Settings& settings, const std::string& value) {
  const auto entry = find_entry(experiment, value);
  if (!entry)
    return base::error("experiment '" + experiment.id + "' has no entry '" + value + "'; there are: " + labels(experiment));
  if (experiment.sequence) return choose_launch(experiment, settings, *entry);
  Settings chosen = settings;
  chosen.entry = *entry;
  const Entry &before = experiment.entries[settings.entry], &after = experiment.entries[*entry];
  for (const auto& [name, number] : after.parameters) chosen.parameters[name] = number;
  if (after.schedule || (before.schedule && *before.schedule == settings.schedule))
    chosen.schedule = after.schedule.value_or(launch::Schedule::timed);
  const auto block = block_for(experiment, *entry, chosen.parameters);
  if (!block) return block.error();
  chosen.block = *block;
  const auto grid = grid_for(experiment, chosen);
  if (!grid) return grid.error();
  chosen.grid = *grid;
  settings = std::move(chosen);
  return base::Nothing{};
}

/// ENTRY.grid and ENTRY.block: the geometry of a launch of the sequence, which may be the chosen one.
base::Status set_geometry(const Experiment& experiment, Settings& settings, const std::string& label, const std::string& what,
                          const std::string& value) {
  const auto entry = find_entry(experiment, label);
  if (!entry) return base::error("the sequence has no entry '" + label + "'; there are: " + labels(experiment));
  if (*entry == settings.entry) return set(experiment, settings, what + "=" + value);
  const auto extents = parse_extents(label + "." + what, value);
  if (!extents) return extents.error();
  (what == "grid" ? settings.geometries[*entry].grid : settings.geometries[*entry].block) = *extents;
  return base::Nothing{};
}

/// A buffer among the arguments of the chosen entry.
base::Result<const Argument*> buffer_named(const Experiment& experiment, const Settings& settings, const std::string& name) {
  const std::vector<std::string> own =
      settings.entry < experiment.entries.size() ? experiment.entries[settings.entry].arguments : std::vector<std::string>();
  std::string buffers;
  for (const Argument& argument : experiment.arguments) {
    if (!argument.buffer || std::ranges::find(own, argument.name) == own.end()) continue;
    if (argument.name == name) return &argument;
    buffers += (buffers.empty() ? "" : " ") + argument.name;
  }
  return base::error("the kernel takes no buffer '" + name + "'; there are: " + buffers);
}

/// An error where the launches are those of a recorded program.
base::Status check_not_recorded(const Experiment& experiment) {
  if (!experiment.recording) return base::Nothing{};
  return base::error(
      "a recorded launch keeps the parameters and the memory that it had in the program; grid, block, schedule, seed, repeats, "
      "multiprocessors, check, shown and expected can be changed");
}

base::Status parse_parameter(const Experiment& experiment, Settings& settings, const std::string& name, const std::string& text) {
  const auto scalar = launch::parse_scalar(launch::ElementType::f64, text);
  if (!scalar) return base::error("'" + name + "': " + scalar.error().message);
  const double value = launch::to_double(*scalar);
  if (const base::Status status = check_parameter(experiment, name, value); !status) return status;
  return set_parameter(experiment, settings, name, value);
}

}  // namespace

std::optional<std::uint32_t> find_entry(const Experiment& experiment, std::string_view name) {
  const auto& entries = experiment.entries;
  for (const auto member : {&Entry::label, &Entry::kernel})
    for (std::uint32_t index = 0; index < entries.size(); ++index)
      if (entries[index].*member == name) return index;
  const auto number = parse_whole<std::uint32_t>(name);
  if (number && experiment.recording) {  // of the launch, from 1, as its label has it
    const auto found =
        std::ranges::find_if(entries, [&](const Entry& each) { return each.launch + std::uint64_t{1} == *number; });
    return found != entries.end() ? std::optional(static_cast<std::uint32_t>(found - entries.begin())) : std::nullopt;
  }
  if (number && *number < entries.size()) return number;
  std::vector<std::string> kernels;
  for (const Entry& entry : entries) kernels.push_back(entry.kernel);
  const std::vector<std::size_t> meant = ptx::called(kernels, std::string(name));
  return meant.size() == 1 ? std::optional(static_cast<std::uint32_t>(meant.front())) : std::nullopt;
}

base::Result<Settings> default_settings(const Experiment& experiment, std::uint32_t entry) {
  Settings settings;
  settings.entry = entry;
  settings.parameters = default_parameters(experiment, entry);
  settings.repeats = experiment.repeats;
  if (entry < experiment.entries.size() && experiment.entries[entry].schedule)
    settings.schedule = *experiment.entries[entry].schedule;
  if (experiment.recording) settings.seed = experiment.recording->seed;
  const auto block = block_for(experiment, entry, settings.parameters);
  if (!block) return block.error();
  settings.block = *block;
  const auto grid = grid_for(experiment, settings);
  if (!grid) return grid.error();
  settings.grid = *grid;
  return settings;
}

base::Result<Settings> complete_settings(const Experiment& experiment, Settings settings) {
  constexpr base::Dim3 left_out{0, 0, 0};
  for (const auto& [name, value] : default_parameters(experiment, settings.entry)) settings.parameters.try_emplace(name, value);
  if (experiment.scene && !settings.mesh.empty() && !settings.model)
    if (const base::Status read = read_model(settings); !read) return read.error();
  const auto unknown = [&](const auto& each) { return !buffer_named(experiment, settings, each.first); };
  std::erase_if(settings.sizes, unknown);
  std::erase_if(settings.inputs, unknown);
  if (experiment.recording) {  // of another experiment that had the same name
    settings.sizes.clear();
    settings.inputs.clear();
    settings.variables.clear();
    settings.dynamic_shared.clear();
    settings.compile.reset();
  }
  if (!settings.shown.empty() && !buffer_named(experiment, settings, settings.shown)) settings.shown.clear();
  if (settings.block == left_out) {
    const auto block = block_for(experiment, settings.entry, settings.parameters);
    if (!block) return block.error();
    settings.block = *block;
  }
  if (settings.grid == left_out) {
    const auto grid = grid_for(experiment, settings);
    if (!grid) return grid.error();
    settings.grid = *grid;
  }
  return settings;
}

base::Status set_parameter(const Experiment& experiment, Settings& settings, const std::string& name, double value) {
  Settings chosen = settings;
  const auto before = block_for(experiment, chosen.entry, chosen.parameters);
  chosen.parameters[name] = value;
  const auto after = block_for(experiment, chosen.entry, chosen.parameters);
  if (!after) return after.error();
  if (!before || *before != *after) chosen.block = *after;
  const auto grid = grid_for(experiment, chosen);
  if (!grid) return grid.error();
  chosen.grid = *grid;
  settings = std::move(chosen);
  return base::Nothing{};
}

base::Status set_size(const Experiment& experiment, Settings& settings, const std::string& buffer, const std::string& size) {
  const auto argument = buffer_named(experiment, settings, buffer);
  if (!argument) return argument.error();
  if (const base::Status fine = check_not_recorded(experiment); !fine) return fine;
  Settings chosen = settings;
  chosen.sizes.erase(buffer);
  if (!size.empty() && size != (*argument)->size) chosen.sizes[buffer] = size;
  if (const auto elements = size_for(experiment, chosen, **argument); !elements) return elements.error();
  settings = std::move(chosen);
  return base::Nothing{};
}

base::Status set_input(const Experiment& experiment, Settings& settings, const std::string& buffer, const std::string& input) {
  const auto argument = buffer_named(experiment, settings, buffer);
  if (!argument) return argument.error();
  if (const base::Status fine = check_not_recorded(experiment); !fine) return fine;
  settings.inputs.erase(buffer);
  if (!input.empty() && input != input_of(experiment, settings, **argument)) settings.inputs[buffer] = input;
  return base::Nothing{};
}

base::Status set_dynamic_shared(const Experiment& experiment, Settings& settings, const std::string& bytes) {
  if (const base::Status fine = check_not_recorded(experiment); !fine) return fine;
  Settings chosen = settings;
  chosen.dynamic_shared = bytes == experiment.entries[settings.entry].dynamic_shared ? "" : bytes;
  if (const auto number = dynamic_shared_for(experiment, chosen); !number) return number.error();
  settings = std::move(chosen);
  return base::Nothing{};
}

base::Status set_shown(const Experiment& experiment, Settings& settings, const std::string& buffer) {
  if (!buffer.empty())
    if (const auto found = buffer_named(experiment, settings, buffer); !found) return found.error();
  settings.shown = buffer == experiment.entries[settings.entry].shown ? "" : buffer;
  return base::Nothing{};
}

base::Status set_compile(const Experiment& experiment, Settings& settings, const std::string& options) {
  if (const base::Status fine = check_not_recorded(experiment); !fine) return fine;
  Settings chosen = settings;
  chosen.compile = options == experiment.compile ? std::nullopt : std::optional(options);
  if (const auto parsed = compile_options_for(experiment, chosen); !parsed) return parsed.error();
  settings = std::move(chosen);
  return base::Nothing{};
}

base::Status set_expected(const Experiment& experiment, Settings& settings, const std::string& expected) {
  Settings chosen = settings;
  chosen.expected = expected;
  if (const base::Status fine = check_reference(experiment, chosen); !fine) return fine;
  settings = std::move(chosen);
  return base::Nothing{};
}

std::vector<std::string> in_turn(std::vector<std::string> assignments) {
  const auto turn_of = [](std::string_view assignment) {
    const std::string_view key = assignment.substr(0, assignment.find('='));
    return key == "entry" ? 0 : key == "block" ? 2 : key == "grid" ? 3 : 1;
  };
  std::stable_sort(assignments.begin(), assignments.end(),
                   [&](const std::string& a, const std::string& b) { return turn_of(a) < turn_of(b); });
  return assignments;
}

bool reads_file(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) return false;
  const std::string key = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  return (key == "schedule" && value.starts_with('@')) ||
         (key == "mesh" && std::ranges::find(mesh_names, value) == mesh_names.end());
}

base::Status set(const Experiment& experiment, Settings& settings, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) return base::error("'" + assignment + "' is not KEY=VALUE");
  const std::string key = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  if (key == "entry") return set_entry(experiment, settings, value);
  if (key == "block" || key == "grid") {
    const auto extents = parse_extents(key, value);
    if (!extents) return extents.error();
    if (key == "grid") return settings.grid = *extents, base::Nothing{};
    Settings chosen = settings;
    chosen.block = *extents;
    const auto grid = grid_for(experiment, chosen);
    if (!grid) return grid.error();
    settings.block = *extents;
    settings.grid = *grid;
    return base::Nothing{};
  }
  if (key == "seed") {
    const auto seed = parse_whole<std::uint64_t>(value);
    if (!seed) return base::error("'seed' is a whole number, not '" + value + "'");
    return settings.seed = *seed, base::Nothing{};
  }
  if (key == "repeats") {
    const auto repeats = parse_whole<std::uint32_t>(value);
    if (!repeats || *repeats == 0 || *repeats > max_repeats)
      return base::error("'repeats' is a whole number from 1 to " + std::to_string(max_repeats) + ", not '" + value + "'");
    return settings.repeats = *repeats, base::Nothing{};
  }
  if (key == "multiprocessors") {
    const auto count = parse_whole<std::uint32_t>(value);
    if (!count || *count > launch::max_multiprocessors)
      return base::error("'multiprocessors' is a whole number from 1 to " + std::to_string(launch::max_multiprocessors) +
                         ", or 0 for those of the card, not '" + value + "'");
    return settings.multiprocessors = *count, base::Nothing{};
  }
  if (key == "schedule" && value.starts_with('@')) {
    auto record = launch::load_schedule_record(value.substr(1));
    if (!record) return record.error();
    settings.schedule = launch::Schedule::recorded;
    settings.recorded = std::make_shared<const launch::ScheduleRecord>(std::move(*record));
    return base::Nothing{};
  }
  if (key == "schedule") {
    const auto schedule = launch::schedule_named(value);
    if (!schedule) return base::error("there is no schedule '" + value + "'; there are: timed round-robin random @FILE");
    return settings.schedule = *schedule, base::Nothing{};
  }
  if (key == "mesh") return choose_mesh(experiment, settings, value);
  if (key == "check") {
    if (value != "true" && value != "false") return base::error("'check' is true or false, not '" + value + "'");
    return settings.check = value == "true", base::Nothing{};
  }
  for (const Parameter& parameter : experiment.parameters)
    if (parameter.name == key) return parse_parameter(experiment, settings, key, value);
  if (key == "dynamic_shared") return set_dynamic_shared(experiment, settings, value);
  if (key == "shown") return set_shown(experiment, settings, value);
  if (key == "compile") return set_compile(experiment, settings, value);
  if (key == "expected") return set_expected(experiment, settings, value);
  const std::size_t dot = std::min(key.rfind('.'), key.size());
  if (key.substr(dot) == ".size") return set_size(experiment, settings, key.substr(0, dot), value);
  if (key.substr(dot) == ".input") return set_input(experiment, settings, key.substr(0, dot), value);
  if (experiment.sequence && (key.substr(dot) == ".grid" || key.substr(dot) == ".block"))
    return set_geometry(experiment, settings, key.substr(0, dot), key.substr(dot + 1), value);
  if (key.substr(dot) == ".variable" && experiment.recording) return check_not_recorded(experiment);
  if (key.substr(dot) == ".variable") return settings.variables[key.substr(0, dot)] = value, base::Nothing{};
  std::string known;
  for (const Parameter& parameter : experiment.parameters) known += parameter.name + " ";
  return base::error("experiment '" + experiment.id + "' has no '" + key + "'; there are: " + known +
                     "entry grid block seed schedule repeats multiprocessors check" + (experiment.scene ? " mesh" : "") +
                     " dynamic_shared shown expected compile BUFFER.size BUFFER.input NAME.variable" +
                     (experiment.sequence ? " ENTRY.grid ENTRY.block" : ""));
}

}  // namespace warplens::experiment
