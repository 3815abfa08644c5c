#include "desk/choices/choices.h"

#include <algorithm>
#include <utility>

#include "experiment/expression.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/sequence.h"
#include "launch/recording/recording.h"
#include "session/session.h"

namespace warplens::desk {
namespace {

int dimensions(const base::Dim3& extent) { return extent.z > 1 ? 3 : extent.y > 1 ? 2 : 1; }

/// What follows from settings that were replaced as a whole.
void settings_replaced(Choices& choices) {
  choices.run_wanted = true;
  choices.dimensions = std::max(dimensions(choices.session.settings.grid), dimensions(choices.session.settings.block));
}

/// Parameters that the user has changed stay, except those that the new entry or the one before sets on purpose.
void keep_parameters(const experiment::Settings& from, const experiment::Entry& before, const experiment::Entry& after,
                     experiment::Settings& to) {
  for (auto& [name, value] : to.parameters) {
    const auto changed = from.parameters.find(name);
    if (changed != from.parameters.end() && !after.parameters.contains(name) && !before.parameters.contains(name))
      value = changed->second;
  }
}

/// The file's name for an experiment: of one that the user opened, next to its file.
std::filesystem::path session_name(const std::string& experiment) {
  const auto named = experiment::kernel_named(experiment);
  return named ? std::filesystem::path(named->file).replace_extension(".warplens")
               : std::filesystem::path(experiment + ".warplens");
}

/// The machine that a recorded program ran on, where its addresses and times are from.
void take_over_machine(Session& session, const launch::ProgramRecording& recording) {
  session.device = launch::simt_device;
  session.spec = recording.spec;
}

/// Another launch of a sequence: what its launches share stays, and so does the geometry of each.
base::Status choose_launch_of_sequence(Choices& choices, std::uint32_t entry) {
  const experiment::Experiment& experiment = choices.experiment();
  experiment::Settings& settings = choices.session.settings;
  if (const base::Status chosen = experiment::choose_launch(experiment, settings, entry); !chosen) return chosen;
  const auto grid = experiment::grid_for(experiment, settings);
  choices.grid_follows = grid && *grid == settings.grid;
  if (const auto& view = experiment.entries[entry].view; view && !choices.row().stays) choices.session.view = *view;
  settings_replaced(choices);
  return base::Nothing{};
}

/// Other data are looked at as a whole: a part of the data before would be another part of these.
void show_all(Choices& choices) {
  choices.session.camera = {};
  choices.timeline = {};
}

/// Whether the size of a buffer depends on the parameter.
bool sizes_depend(const Choices& choices, const std::string& parameter) {
  std::vector<std::string> names{parameter};
  for (const auto& [name, value] : choices.session.settings.parameters)
    if (name != parameter) names.push_back(name);
  return std::ranges::any_of(choices.experiment().arguments, [&](const experiment::Argument& argument) {
    if (!argument.buffer) return false;
    const auto size = experiment::Expression::compile(argument.size, {}, names);
    return !size || size->uses(0);
  });
}

}  // namespace

const experiment::Experiment& Choices::experiment() const {
  const experiment::Experiment* found = experiment::find(catalogue, session.experiment);
  return found != nullptr ? *found : catalogue.experiments.front();
}

std::optional<view::ColourMode> Choices::colour() const {
  const bool offered =
      session.colour && std::ranges::find(row().colours, *session.colour, &view::ColourChoice::mode) != row().colours.end();
  return offered ? session.colour : std::nullopt;
}

const experiment::Entry& Choices::entry() const {
  const std::vector<experiment::Entry>& entries = experiment().entries;
  return entries[std::min<std::size_t>(session.settings.entry, entries.size() - 1)];
}

launch::Device& Choices::device_of(const Session& state) const {
  const auto found = launch::resolve(devices, state.device, state.spec);
  return found ? **found : *devices.devices.front();
}

bool offers(const view::Row& row, const experiment::Experiment& experiment) {
  const auto matrix = [](const experiment::Argument& argument) { return !argument.columns.empty(); };
  return row.offered({std::ranges::any_of(experiment.arguments, matrix), experiment.scene.has_value(),
                      experiment.streams.has_value(), experiment.recording != nullptr});
}

base::Status choose_experiment(Choices& choices, const std::string& id) {
  const experiment::Experiment* chosen = experiment::find(choices.catalogue, id);
  if (chosen == nullptr) return base::error("There is no experiment named “" + id + "” here");
  const experiment::Experiment* before = experiment::find(choices.catalogue, choices.session.experiment);
  const auto kept = choices.kept.of(*chosen);
  const auto settings = kept ? base::Result<experiment::Settings>(*kept) : experiment::default_settings(*chosen);
  if (!settings) return settings.error();
  Session& session = choices.session;
  session.experiment = id;
  session.sweep = first_sweep(*chosen);
  const std::string opening = chosen->entries[settings->entry].view.value_or(chosen->view);
  if (before != nullptr && before->plot_first != chosen->plot_first)
    session.view = chosen->plot_first ? std::string(view::sweep_view) : opening;
  else if (!choices.row().stays)
    session.view = opening;
  if (choices.row().needs.sweep) choices.sweep_order = SweepOrder::start;
  if (chosen->recording) take_over_machine(session, *chosen->recording);
  const bool check = session.settings.check;
  session.settings = *settings;
  session.settings.check = check;
  session.line_measure = chosen->line_measure;
  if (!check_memory_name(session.memory, *chosen)) session.memory.clear();
  session.camera = {};
  session.scrub = session.program_scrub = 1;
  choices.timeline = {};
  const auto grid = experiment::grid_for(*chosen, *settings);
  choices.grid_follows = grid && *grid == settings->grid;
  settings_replaced(choices);
  return base::Nothing{};
}

base::Result<EntryChoice> settings_for(const Choices& choices, std::uint32_t entry) {
  const experiment::Experiment& experiment = choices.experiment();
  const experiment::Entry &before = choices.entry(), &after = experiment.entries[entry];
  auto settings = experiment::default_settings(experiment, entry);
  if (!settings) return settings.error();
  const experiment::Settings& now = choices.session.settings;
  keep_parameters(now, before, after, *settings);
  experiment::Settings kept = *settings;
  kept.grid = now.grid;
  kept.block = now.block;
  const bool keeps_geometry = !experiment.recording && before.grid == after.grid && before.block == after.block &&
                              experiment::check_needs(experiment, kept);
  if (keeps_geometry)
    *settings = kept;
  else if (const auto grid = experiment::grid_for(experiment, *settings))
    settings->grid = *grid;
  settings->seed = now.seed;
  settings->repeats = now.repeats;
  // A recorded schedule fits only the launch it was recorded from.
  const bool chosen_by_user = !after.schedule && (!before.schedule || now.schedule != *before.schedule);
  if (chosen_by_user && now.schedule != launch::Schedule::recorded) settings->schedule = now.schedule;
  settings->check = now.check;
  settings->mesh = now.mesh;
  settings->model = now.model;
  settings->sizes = now.sizes;
  settings->inputs = now.inputs;
  if (!experiment.recording) settings->expected = now.expected;  // of another kernel's output
  settings->variables = now.variables;
  auto complete = experiment::complete_settings(experiment, *settings);  // without buffers that the entry does not take
  if (!complete) return complete.error();
  const bool grid_follows = choices.grid_follows || !keeps_geometry;
  if (const auto grid = experiment::grid_for(experiment, *complete); grid && grid_follows) complete->grid = *grid;
  return EntryChoice{std::move(*complete), grid_follows};
}

base::Status choose_entry(Choices& choices, std::uint32_t entry) {
  const experiment::Experiment& experiment = choices.experiment();
  if (experiment.sequence) return choose_launch_of_sequence(choices, entry);
  auto chosen = settings_for(choices, entry);
  if (!chosen) return chosen.error();
  choices.session.settings = std::move(chosen->settings);
  choices.session.scrub = 1;  // another kernel's steps have another order
  choices.grid_follows = chosen->grid_follows;
  const experiment::Entry& after = experiment.entries[entry];
  if (after.view && !choices.row().stays) choices.session.view = *after.view;
  settings_replaced(choices);
  return base::Nothing{};
}

void choose_parameter(Choices& choices, const std::string& name, double value) {
  experiment::Settings& settings = choices.session.settings;
  experiment::Settings followed = settings;
  if (experiment::set_parameter(choices.experiment(), followed, name, value)) settings.block = followed.block;
  const auto before = settings.parameters.find(name);
  const bool other = before == settings.parameters.end() || before->second != value;
  settings.parameters[name] = value;
  if (other && sizes_depend(choices, name)) show_all(choices);
  choices.dimensions = std::max(choices.dimensions, dimensions(settings.block));
  settings_changed(choices);
}

void choose_size(Choices& choices, const std::string& buffer, const std::string& size) {
  experiment::Settings& settings = choices.session.settings;
  if (!experiment::set_size(choices.experiment(), settings, buffer, size)) settings.sizes[buffer] = size;
  show_all(choices);
  settings_changed(choices);
}

void choose_input(Choices& choices, const std::string& buffer, const std::string& input) {
  (void)experiment::set_input(choices.experiment(), choices.session.settings, buffer, input);  // of a buffer that there is
  settings_changed(choices);
}

void choose_dynamic_shared(Choices& choices, const std::string& bytes) {
  experiment::Settings& settings = choices.session.settings;
  if (!experiment::set_dynamic_shared(choices.experiment(), settings, bytes)) settings.dynamic_shared = bytes;
  settings_changed(choices);
}

void choose_shown(Choices& choices, const std::string& buffer) {
  (void)experiment::set_shown(choices.experiment(), choices.session.settings, buffer);  // of a buffer that there is
  settings_changed(choices);
}

void choose_compile(Choices& choices, const std::string& options) {
  experiment::Settings& settings = choices.session.settings;
  if (!experiment::set_compile(choices.experiment(), settings, options)) settings.compile = options;
  settings_changed(choices);
}

namespace {

/// Take the word out of options; the others stay as they are.
void remove_option(std::string& options, std::string_view word) {
  const std::size_t at = options.find(word);
  if (at == options.npos) return;
  const bool after_another = at > 0 && options[at - 1] == ' ';
  options.erase(after_another ? at - 1 : at, word.size() + (after_another ? 1 : 0));
}

}  // namespace

bool is_unoptimised(const Choices& choices) {
  return compile_of(choices.experiment(), choices.session.settings).find("-O0") != std::string::npos;
}

void choose_optimised(Choices& choices, bool optimised) {
  std::string options = compile_of(choices.experiment(), choices.session.settings);
  for (const std::string_view level : {"-O0", "-O3"}) remove_option(options, level);
  if (!optimised) options += options.empty() ? "-O0" : " -O0";
  choose_compile(choices, options);
}

void choose_expected(Choices& choices, const std::string& expected) {
  choices.session.settings.expected = expected;
  settings_changed(choices);
}

void choose_variable(Choices& choices, const std::string& name, const std::string& value) {
  std::map<std::string, std::string>& variables = choices.session.settings.variables;
  if (value.empty() && !choices.experiment().variables.contains(name))
    variables.erase(name);
  else
    variables[name] = value;
  settings_changed(choices);
}

void settings_changed(Choices& choices) {
  if (choices.grid_follows) {
    if (const auto grid = experiment::grid_for(choices.experiment(), choices.session.settings)) {
      choices.session.settings.grid = *grid;
      choices.dimensions = std::max(choices.dimensions, dimensions(*grid));
    }
  }
  if (choices.run_on_change) choices.run_wanted = true;
}

void choose_device(Choices& choices, const launch::DeviceChoice& choice) {
  if (choices.session.device == choice) return;
  choices.session.device = choice;
  choices.run_wanted = true;
}

void choose_card(Choices& choices, const std::string& spec) {
  choices.session.spec = spec;
  choices.session.settings.multiprocessors = 0;
  settings_changed(choices);
}

void choose_view(Choices& choices, std::string_view name) {
  if (choices.session.view == name) return;
  choices.view_before = std::exchange(choices.session.view, std::string(name));
  // Another view has other rows: warps, multiprocessors …
  choices.timeline.first_row = 0;
  choices.timeline.followed_place = ~std::uint64_t{0};
  choices.timeline.followed_moment.reset();
  if (choices.row().needs.sweep) choices.sweep_order = SweepOrder::start_unless_done;
}

experiment::Sweep first_sweep(const experiment::Experiment& experiment) {
  return experiment.sweeps.empty() ? experiment::default_sweep(experiment) : experiment.sweeps.front();
}

void complete_sweep(const experiment::Experiment& experiment, experiment::Sweep& sweep) {
  const experiment::Sweep* own = experiment::find_sweep(experiment, sweep.label);
  if (own == nullptr) return;
  sweep.text = own->text;
  sweep.baseline = own->baseline;
}

void choose_sweep(Choices& choices, const std::string& label) {
  const experiment::Sweep* found = experiment::find_sweep(choices.experiment(), label);
  if (found == nullptr) return;
  choices.session.sweep = *found;
  choices.sweep_order = SweepOrder::start;
}

void follow_order(Choices& choices, std::shared_ptr<const launch::ScheduleRecord> record, std::string name) {
  choices.session.settings.schedule = launch::Schedule::recorded;
  choices.session.settings.recorded = std::move(record);
  choices.recorded_name = std::move(name);
  choices.run_wanted = true;
}

base::Status choose_model(Choices& choices, const std::string& name) {
  if (!choices.experiment().scene) {
    const auto& all = choices.catalogue.experiments;
    const auto found = std::ranges::find_if(all, [](const experiment::Experiment& each) { return each.scene.has_value(); });
    if (found == all.end()) return base::error("No experiment here has a model");
    if (const base::Status chosen = choose_experiment(choices, found->id); !chosen) return chosen;
  }
  const base::Status chosen = experiment::choose_mesh(choices.experiment(), choices.session.settings, name);
  if (chosen) choices.run_wanted = true;
  return chosen;
}

base::Status open_session(Choices& choices, const Session& session) {
  const auto found = experiment::find_or_add(choices.catalogue, session.experiment, view::names_of_views());
  if (!found) return found.error();
  const experiment::Experiment* const experiment = *found;
  if (session.settings.entry >= experiment->entries.size())
    return base::error("“" + experiment->title + "” has no entry " + std::to_string(session.settings.entry));
  const auto settings = experiment::complete_settings(*experiment, session.settings);
  if (!settings) return settings.error();
  const auto memory = complete_memory_name(session.memory, *experiment, choices.catalogue);
  if (!memory) return memory.error();
  choices.session = session;
  choices.session.settings = *settings;
  choices.session.memory = *memory;
  choices.recorded_name = "of the session";
  choices.answered.reset();
  const auto grid = experiment::grid_for(*experiment, *settings);
  choices.grid_follows = grid && *grid == settings->grid;
  choices.timeline = {};
  if (choices.session.sweep.parameter.empty()) choices.session.sweep = first_sweep(*experiment);
  complete_sweep(*experiment, choices.session.sweep);
  if (choices.row().needs.sweep) choices.sweep_order = SweepOrder::start;
  settings_replaced(choices);
  return base::Nothing{};
}

base::Status open_experiment_file(Choices& choices, const std::filesystem::path& file) {
  const auto found = experiment::find_or_add(choices.catalogue, file.string(), view::names_of_views());
  if (!found) return found.error();
  choices.session_file.clear();  // the session of what was open before is not this one's
  return choose_experiment(choices, (*found)->id);
}

base::Status reload_experiment_file(Choices& choices) {
  const experiment::Experiment* const before = &choices.experiment();
  const std::string file = experiment::kernel_named(before->id)->file.string();
  const auto views = view::names_of_views();
  if (const base::Status added = experiment::add_file(choices.catalogue, file, views); !added) return added;
  choices.run_wanted = true;
  // The same kernel, whose id changes with the number of kernels in the file; without it, the file's first one.
  const bool of_kernels = experiment::is_kernel_file(file);
  auto found =
      experiment::find_or_add(choices.catalogue, of_kernels ? file + ":" + before->entries.front().kernel : before->id, views);
  if (!found && of_kernels) found = experiment::find_or_add(choices.catalogue, file, views);
  if (!found) return found.error();
  const experiment::Experiment* const now = *found;
  if (now == before) return base::Nothing{};
  choices.session.experiment = now->id;
  experiment::Settings kept = choices.session.settings;
  if (kept.entry >= now->entries.size()) kept.entry = 0;
  if (now->recording) {  // its launches have the shapes that they have now
    auto own = experiment::default_settings(*now, kept.entry);
    if (!own) return own.error();
    own->check = kept.check;
    kept = std::move(*own);
  }
  std::erase_if(kept.parameters, [&](const auto& each) { return !experiment::check_parameter(*now, each.first, each.second); });
  const auto settings = experiment::complete_settings(*now, kept);
  if (!settings) return settings.error();
  choices.session.settings = *settings;
  settings_changed(choices);
  return base::Nothing{};
}

std::vector<const experiment::Experiment*> kernels_of_file(const Choices& choices) {
  std::vector<const experiment::Experiment*> kernels;
  const auto own = experiment::kernel_named(choices.experiment().id);
  if (!own || !experiment::is_kernel_file(own->file) || choices.experiment().replaced) return kernels;
  for (const experiment::Experiment& each : choices.catalogue.experiments) {
    const auto named = experiment::kernel_named(each.id);
    if (named && named->file == own->file && !each.replaced) kernels.push_back(&each);
  }
  if (kernels.size() < 2) kernels.clear();
  return kernels;
}

std::filesystem::path proposed_session_file(const Choices& choices) {
  return choices.session_file.empty() ? session_name(choices.session.experiment) : choices.session_file;
}

base::Result<std::filesystem::path> save_session_file(Choices& choices, const OwnFiles& files) {
  choices.session_file = proposed_session_file(choices);
  if (const base::Status saved = save(choices.session, choices.session_file, files); !saved) return saved.error();
  return choices.session_file;
}

view::Navigation navigation_of(const Choices& choices) {
  return {choices.session.camera, choices.session.orbit, choices.timeline};
}

void navigate(Choices& choices, const view::Navigation& navigation) {
  choices.session.camera = navigation.camera;
  choices.session.orbit = navigation.orbit;
  choices.timeline = navigation.timeline;
}

void turn_camera(Choices& choices, float azimuth, float elevation, float nearer) {
  choices.session.orbit = view::turned(choices.session.orbit, azimuth, elevation, nearer);
}

std::filesystem::path in_session_folder(const Choices& choices, const std::string& name) {
  return choices.session_file.parent_path() / name;
}

std::filesystem::path unused_path(const std::filesystem::path& wanted, std::initializer_list<const char*> endings) {
  const auto taken = [&](const std::filesystem::path& path) {
    std::error_code code;
    return std::ranges::any_of(endings,
                               [&](const char* ending) { return std::filesystem::exists(path.string() + ending, code); });
  };
  std::filesystem::path path = wanted;
  for (int number = 2; taken(path); ++number)
    path = wanted.parent_path() / (wanted.stem().string() + "-" + std::to_string(number) + wanted.extension().string());
  return path;
}

}  // namespace warplens::desk
