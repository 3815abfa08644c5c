#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

#include "base/file.h"
#include "base/resources.h"
#include "base/threads.h"
#include "experiment/captions/caption.h"
#include "experiment/catalogue/read_sweep.h"
#include "experiment/catalogue/table_reader.h"
#include "experiment/experiment.h"
#include "experiment/expression.h"
#include "experiment/inputs/inputs.h"
#include "experiment/inputs/scene.h"
#include "experiment/recording/recorded_program.h"
#include "experiment/references/references.h"
#include "launch/arguments/element_type.h"
#include "ptx/compile/module_cache.h"

namespace warplens::experiment {
namespace {

constexpr std::uintmax_t max_experiment_bytes = 1 << 20;
constexpr std::uint32_t last_in_order = 1000;
/// Of a file, which is checked expression by expression: more than anybody writes. The last is the sum over all entries.
constexpr std::size_t max_parameters = 200, max_entries = 200, max_sweeps = 200, max_arguments = 1000, max_taken = 4000;

using Need = TableReader::Need;

std::string named(const std::string& name) { return "'" + name + "'"; }

template <typename Rows, typename Name>
std::string list(const Rows& rows, Name name) {
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "" : " ") + name(row);
  return text;
}

std::string read_view(TableReader& reader, Need need, const std::string& fallback, ViewNames views) {
  std::string text = reader.text("view", need);
  if (text.empty()) return fallback;
  if (views.empty() || std::ranges::find(views, text) != views.end()) return text;
  const auto as_it_is = [](std::string_view view) { return std::string(view); };
  reader.problem("view", "there is no view " + named(text) + "; there are: " + list(views, as_it_is));
  return fallback;
}

LineMeasure read_line_measure(TableReader& reader) {
  const std::string text = reader.text("line_measure");
  const auto measure = line_measure_ids.value_of(text);
  if (!measure)
    reader.problem("line_measure", "there is no line measure " + named(text) + "; there are: " + line_measure_ids.list(" "));
  return measure.value_or(LineMeasure::threads);
}

Parameter read_parameter(const std::string& name, const toml::table& table, Problems& problems) {
  TableReader reader(table, "parameter " + named(name), problems);
  Parameter parameter;
  parameter.name = name;
  parameter.label = reader.text("label");
  if (parameter.label.empty()) parameter.label = name;
  parameter.text = reader.text("text");
  parameter.value = reader.number("value", Need::required);
  parameter.minimum = reader.number("minimum", Need::required);
  parameter.maximum = reader.number("maximum", Need::required);
  parameter.integer = reader.boolean("integer", true);
  parameter.logarithmic = reader.boolean("logarithmic", false);
  parameter.any_value = reader.boolean("any_value", false);
  reader.finish();
  if (!is_parameter_name(name))
    problems.add(table, named(name) + " cannot name a parameter: it means something else in expressions, or is not a name");
  if (parameter.minimum > parameter.maximum)
    reader.problem("minimum", "'minimum' of parameter " + named(name) + " is above its 'maximum'");
  if (!parameter.any_value && (parameter.value < parameter.minimum || parameter.value > parameter.maximum))
    reader.problem("value", "'value' of parameter " + named(name) + " is not between its 'minimum' and 'maximum'");
  for (const char* key : {"value", "minimum", "maximum"})
    if (const double number = reader.number(key, Need::optional); parameter.integer && number != std::trunc(number))
      reader.problem(key, std::string("'") + key + "' of parameter " + named(name) + " must be whole, or 'integer' false");
  if (parameter.logarithmic && parameter.minimum <= 0)
    reader.problem("logarithmic", "parameter " + named(name) + " cannot be logarithmic: its 'minimum' is not above 0");
  return parameter;
}

Argument read_argument(const toml::table& table, Problems& problems) {
  TableReader reader(table, "an argument", problems);
  Argument argument;
  argument.name = reader.text("name", Need::required);
  argument.label = reader.text("label");
  if (argument.label.empty()) argument.label = argument.name;
  const std::string type = reader.text("type", Need::required);
  if (const auto found = launch::element_type_written(type))
    argument.type = *found;
  else
    reader.problem("type", "unknown type " + named(type) +
                               "; there are i8 u8 i16 u16 i32 u32 i64 u64 f32 f64, and "
                               "C's names of them, such as float");
  argument.size = reader.text("size");
  argument.columns = reader.text("columns");
  argument.fields = reader.texts("fields");
  argument.input = reader.text("input");
  argument.value = reader.text("value");
  argument.output = reader.boolean("output", false);
  argument.buffer = reader.has("size") || reader.has("input");
  reader.finish();
  if (argument.buffer && reader.has("value"))
    reader.problem("value", "argument " + named(argument.name) +
                                " has a 'value', as a scalar has, and a 'size' or 'input', as a buffer has");
  else if (argument.buffer && (argument.size.empty() || argument.input.empty()))
    reader.problem("name", "a buffer needs 'size' and 'input'; " + named(argument.name) + " has only one of them");
  else if (!argument.buffer && argument.value.empty())
    reader.problem("name", "argument " + named(argument.name) + " needs a 'value' (a scalar) or 'size' and 'input' (a buffer)");
  if (!argument.buffer && !argument.columns.empty()) reader.problem("columns", "only a buffer has 'columns'");
  if (!argument.buffer && !argument.fields.empty()) reader.problem("fields", "only a buffer has 'fields'");
  if (!argument.buffer && argument.output) reader.problem("output", "only a buffer can be an output");
  return argument;
}

const Argument* buffer_named(const Experiment& experiment, const std::string& name) {
  const auto found = std::ranges::find(experiment.arguments, name, &Argument::name);
  return found != experiment.arguments.end() && found->buffer ? &*found : nullptr;
}

bool takes(const Entry& entry, const std::string& argument) {
  return std::ranges::find(entry.arguments, argument) != entry.arguments.end();
}

/// The buffer that is drawn for an entry that names none: the experiment's, or in a sequence, where a launch may not take that
/// one, its last output.
std::string shown_of(const Experiment& experiment, const Entry& entry) {
  if (!experiment.sequence || takes(entry, experiment.shown)) return experiment.shown;
  std::string shown;
  for (const std::string& name : entry.arguments)
    if (const Argument* buffer = buffer_named(experiment, name); buffer != nullptr && (buffer->output || shown.empty()))
      shown = name;
  return shown;
}

Streams read_streams(const toml::table& table, Problems& problems) {
  TableReader reader(table, "the streams", problems);
  Streams streams{reader.text("streams", Need::required), reader.text("parts", Need::required),
                  reader.text("count", Need::required)};
  reader.finish();
  return streams;
}

Requirement read_needs(const toml::table& table, Problems& problems) {
  TableReader reader(table, "'needs' of an entry", problems);
  Requirement needs{reader.text("expression", Need::required), reader.text("text", Need::required)};
  reader.finish();
  return needs;
}

Entry read_entry(const toml::table& table, const Experiment& experiment, Problems& problems, ViewNames views) {
  TableReader reader(table, "an entry", problems);
  Entry entry;
  entry.line = static_cast<int>(table.source().begin.line);
  entry.kernel = reader.text("kernel", Need::required);
  entry.label = reader.text("label");
  if (entry.label.empty()) entry.label = entry.kernel;
  entry.shows = reader.text("shows");
  entry.grid = reader.texts("grid", Need::required);
  entry.block = reader.texts("block", Need::required);
  for (const std::vector<std::string>& group : reader.groups("arguments", Need::required)) {
    entry.arguments.insert(entry.arguments.end(), group.begin(), group.end());
    entry.fields.push_back(static_cast<std::uint32_t>(group.size()));
  }
  entry.parameters = reader.numbers("parameters");
  entry.inputs = reader.named_texts("inputs");
  entry.dynamic_shared = reader.text("dynamic_shared");
  entry.shown = reader.text("shown");
  entry.shared_columns = reader.text("shared_columns");
  if (const toml::table* needs = reader.table("needs")) entry.needs = read_needs(*needs, problems);
  entry.moves = reader.text("moves");
  entry.reference = reader.text("reference");
  entry.racy = reader.boolean("racy", false);
  if (reader.has("view"))
    entry.view = read_view(reader, Need::required, experiment.view, views);
  else
    (void)reader.text("view");
  if (const std::string schedule = reader.text("schedule"); !schedule.empty()) {
    entry.schedule = launch::schedule_named(schedule);
    if (!entry.schedule)
      reader.problem("schedule", "there is no schedule " + named(schedule) + "; there are: timed round-robin random");
  }
  reader.finish();
  for (const char* key : {"grid", "block"})
    if (const std::size_t extents = (key[0] == 'g' ? entry.grid : entry.block).size(); extents == 0 || extents > 3)
      reader.problem(key, std::string("'") + key + "' has one to three expressions: x, y, z");
  for (const std::string& name : entry.arguments)
    if (std::none_of(experiment.arguments.begin(), experiment.arguments.end(), [&](const Argument& a) { return a.name == name; }))
      reader.problem("arguments", "there is no argument " + named(name) +
                                      "; there are: " + list(experiment.arguments, [](const Argument& a) { return a.name; }));
  for (const auto& [name, input] : entry.inputs)
    if (buffer_named(experiment, name) == nullptr) reader.problem("inputs", named(name) + " is no buffer among the arguments");
  for (const auto& [name, value] : entry.parameters)
    if (const base::Status status = check_parameter(experiment, name, value); !status)
      reader.problem("parameters", status.error().message);
  return entry;
}

/// Refuse a file that would take long to check.
void check_counts(TableReader& reader, std::size_t parameters, const std::vector<const toml::table*>& arguments,
                  const std::vector<const toml::table*>& entries, const std::vector<const toml::table*>& sweeps) {
  std::size_t taken = 0;
  for (const toml::table* entry : entries)
    if (const toml::array* names = entry->get_as<toml::array>("arguments")) {
      taken += names->size();
      for (const toml::node& name : *names)
        if (const toml::array* fields = name.as_array()) taken += fields->size();
    }
  for (const auto& [key, count, limit] : {std::tuple("parameters", parameters, max_parameters),
                                          {"arguments", arguments.size(), max_arguments},
                                          {"entries", entries.size(), max_entries},
                                          {"sweeps", sweeps.size(), max_sweeps},
                                          {"arguments", taken, max_taken}})
    if (count > limit) reader.problem(key, "more than " + std::to_string(limit) + " " + key);
}

/// The keys of a reference. Its expression is checked later, for every entry.
Reference read_reference(const toml::table& table, const Experiment& experiment, Problems& problems) {
  TableReader reader(table, "the reference", problems);
  Reference reference;
  reference.output = reader.text("output", Need::required);
  reference.expression = reader.text("expression");
  reference.function = reader.text("function");
  reference.tolerance = reader.number("tolerance", Need::optional);
  reader.finish();
  if (reference.expression.empty() == reference.function.empty())
    problems.add(table, "the reference needs either 'expression' or 'function'");
  if (!reference.function.empty() && reference_named(reference.function) == nullptr)
    reader.problem("function",
                   "there is no reference function " + named(reference.function) + "; there are: " + reference_names());
  if (reference.tolerance < 0) reader.problem("tolerance", "'tolerance' is below 0");
  if (buffer_named(experiment, reference.output) == nullptr)
    reader.problem("output", "the reference's output " + named(reference.output) + " is no buffer among the arguments");
  return reference;
}

Scene read_scene(const toml::table& table, Problems& problems) {
  TableReader reader(table, "the scene", problems);
  Scene scene;
  scene.mesh = reader.text("mesh", Need::required);
  if (make_mesh(scene.mesh, 1).triangles() == 0)
    reader.problem("mesh", "there is no model " + named(scene.mesh) + "; there are: ship spheres");
  const std::vector<std::string> eye = reader.texts("eye", Need::required);
  if (eye.size() == 3)
    std::copy(eye.begin(), eye.end(), scene.eye.begin());
  else
    reader.problem("eye", "'eye' has three expressions: x, y, z");
  reader.finish();
  return scene;
}

/// Check the labels of the entries and the name of the shown buffer.
void check_names(TableReader& reader, Experiment& experiment, Problems& problems,
                 const std::vector<const toml::table*>& entries) {
  std::set<std::string> seen;
  for (std::size_t index = 0; index < entries.size(); ++index)
    if (!seen.insert(experiment.entries[index].label).second)
      problems.add(*entries[index], "two entries are labelled " + named(experiment.entries[index].label));
  if (experiment.shown.empty()) {
    const auto output =
        std::find_if(experiment.arguments.begin(), experiment.arguments.end(), [](const Argument& a) { return a.output; });
    if (output != experiment.arguments.end()) experiment.shown = output->name;
  }
  if (buffer_named(experiment, experiment.shown) == nullptr)
    reader.problem("shown", experiment.shown.empty()
                                ? "there is no output buffer to show"
                                : "'shown' names " + named(experiment.shown) + ", which is no buffer among the arguments");
  for (std::size_t index = 0; index < entries.size(); ++index) {
    Entry& entry = experiment.entries[index];
    if (entry.shown.empty()) entry.shown = shown_of(experiment, entry);
    const bool checked = !experiment.sequence || index + 1 == entries.size();
    for (const std::string& needed : {entry.shown, checked ? experiment.reference.output : std::string()})
      if (!needed.empty() && !takes(entry, needed))
        problems.add(*entries[index], "the entry does not take " + named(needed) + ", which is shown or checked");
    if (buffer_named(experiment, entry.shown) == nullptr)
      problems.add(*entries[index], named(entry.shown) + ", which is shown, is no buffer among the arguments");
  }
}

/// Check every expression of the file by evaluating it with the entries' default settings.
void check_expressions(const Experiment& experiment, Problems& problems, const std::vector<const toml::table*>& arguments,
                       const std::vector<const toml::table*>& entries) {
  for (std::uint32_t index = 0; index < experiment.entries.size(); ++index) {
    const Entry& entry = experiment.entries[index];
    TableReader entry_reader(*entries[index], "an entry", problems);
    const base::Result<base::Dim3> block = block_for(experiment, index, default_parameters(experiment, index));
    if (!block) return entry_reader.problem("block", block.error().message);
    if (const auto refused = launch::check_geometry({}, *block); !refused.empty())
      return entry_reader.problem("block", refused.front().message);
    const base::Result<Settings> settings = default_settings(experiment, index);
    if (!settings) return entry_reader.problem("grid", settings.error().message);
    if (const base::Status needs = check_needs(experiment, *settings); !needs)
      return entry_reader.problem("needs", needs.error().message);
    if (const auto shared = dynamic_shared_for(experiment, *settings); !shared)
      return entry_reader.problem("dynamic_shared", shared.error().message);
    if (const auto columns = shared_columns_for(experiment, *settings); !columns)
      return entry_reader.problem("shared_columns", columns.error().message);
    if (const auto moved = bytes_moved(experiment, *settings); !moved)
      return entry_reader.problem("moves", moved.error().message);
    if (experiment.streams) {
      if (const auto plan = stream_plan_for(experiment, *settings); !plan)
        return problems.add(*entries[index], "streams: " + plan.error().message);
    }
    for (std::size_t row = 0; row < experiment.arguments.size(); ++row) {
      const Argument& argument = experiment.arguments[row];
      if (std::find(entry.arguments.begin(), entry.arguments.end(), argument.name) == entry.arguments.end()) continue;
      TableReader argument_reader(*arguments[row], "an argument", problems);
      if (argument.buffer) {
        if (const auto size = size_for(experiment, *settings, argument); !size)
          return argument_reader.problem("size", size.error().message);
        else if (const auto columns = columns_for(experiment, *settings, argument); !columns)
          return argument_reader.problem("columns", columns.error().message);
        else if (argument.name == entry.shown && experiment.shown_element >= *size)
          return argument_reader.problem(
              "size", "'shown_element' is " + std::to_string(experiment.shown_element) + ", outside " + named(argument.name));
      } else if (const auto scalar = scalar_for(experiment, *settings, argument); !scalar) {
        return argument_reader.problem("value", scalar.error().message);
      }
    }
    for (const auto& [key, text] : {std::pair("shows", entry.shows), {"text", experiment.text}})
      if (const auto filled = fill_caption(experiment, *settings, text); !filled)
        return entry_reader.problem(key, std::string("'") + key + "': " + filled.error().message);
    const Reference reference = reference_of(experiment, entry);
    if (reference.expression.empty()) continue;
    const std::vector<std::string> variables = element_variables(experiment, entry);
    if (const auto compiled = Expression::compile(reference.expression, variables_of(experiment, *settings), variables);
        !compiled)
      return problems.add(*entries[index], "reference: " + compiled.error().message);
  }
}

toml::table parse(const std::string& text, Problems& problems) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    problems.add(error.source(), std::string(error.description()));
    return {};
  }
}

/// A recorded program that comes with the folder, and is not the user's own file.
base::Result<Experiment> load_recorded_program(const std::filesystem::path& file) {
  auto program = open_recording(file);
  if (!program) return program;
  program->id = "program/" + file.stem().string();  // experiments may have the same names
  program->described.clear();
  program->order = last_in_order + 1;  // after all experiments
  return program;
}

}  // namespace

base::Result<Experiment> parse_experiment(const std::string& text, const std::filesystem::path& file, ViewNames views) {
  Problems problems{file.string(), std::nullopt};
  const toml::table root = parse(text, problems);
  if (problems.first) return *problems.first;
  TableReader reader(root, "the experiment", problems);
  Experiment experiment;
  experiment.id = file.stem().string();
  experiment.file = file;
  experiment.source = std::filesystem::path(file).replace_extension(".cu");
  experiment.title = reader.text("title", Need::required);
  experiment.text = reader.text("text");
  experiment.topic = reader.text("topic");
  experiment.order = static_cast<std::uint32_t>(reader.whole("order", last_in_order, last_in_order));
  experiment.tries = reader.texts("tries");
  experiment.view = read_view(reader, Need::optional, experiment.view, views);
  experiment.plot_first = reader.boolean("plot_first", false);
  experiment.sequence = reader.boolean("sequence", false);
  experiment.shown = reader.text("shown");
  experiment.shown_element = reader.whole("shown_element", 0, launch::max_buffer);
  experiment.repeats = static_cast<std::uint32_t>(reader.whole("repeats", 1, max_repeats));
  experiment.line_measure = read_line_measure(reader);
  experiment.compile = reader.text("compile");
  if (const auto options = ptx::parse_compile_options(experiment.compile, file.parent_path()); !options)
    reader.problem("compile", base::describe(options.error()));
  experiment.variables = reader.named_texts("variables");
  if (experiment.repeats == 0) reader.problem("repeats", "'repeats' must be at least 1");
  const auto parameters = reader.named_tables("parameters");
  const std::vector<const toml::table*> arguments = reader.tables("arguments"), entries = reader.tables("entries"),
                                        sweeps = reader.tables("sweeps");
  check_counts(reader, parameters.size(), arguments, entries, sweeps);
  if (problems.first) return *problems.first;
  for (const auto& [name, table] : parameters) experiment.parameters.push_back(read_parameter(name, *table, problems));
  for (const toml::table* table : arguments) {
    Argument argument = read_argument(*table, problems);
    for (const Argument& other : experiment.arguments)
      if (other.name == argument.name) problems.add(*table, "two arguments are called " + named(argument.name));
    experiment.arguments.push_back(std::move(argument));
  }
  const toml::table* scene = reader.table("scene");
  if (scene != nullptr) experiment.scene = read_scene(*scene, problems);
  if (const toml::table* table = reader.table("streams")) experiment.streams = read_streams(*table, problems);
  for (const toml::table* table : entries) experiment.entries.push_back(read_entry(*table, experiment, problems, views));
  if (experiment.entries.empty()) reader.problem("entries", "the experiment needs at least one [[entries]]");
  if (const toml::table* table = reader.table("reference")) experiment.reference = read_reference(*table, experiment, problems);
  if (const toml::table* table = reader.table("baseline")) experiment.baseline = read_baseline(*table, experiment, problems);
  for (const toml::table* table : sweeps) experiment.sweeps.push_back(read_sweep(*table, experiment, problems));
  reader.finish();
  if (experiment.view == "scene" && !experiment.scene) reader.problem("view", "the view 'scene' needs a [scene]");
  if (experiment.view == "streams" && !experiment.streams) reader.problem("view", "the view 'streams' needs [streams]");
  for (const std::string& suggestion : experiment.tries)
    if (const auto parts = suggestion_parts(experiment, suggestion); !parts)
      reader.problem("tries", "'tries': " + parts.error().message);
  if (!problems.first) check_names(reader, experiment, problems, entries);
  if (!problems.first) check_expressions(experiment, problems, arguments, entries);
  for (std::size_t index = 0; index < sweeps.size() && !problems.first; ++index)
    if (const base::Status status = check(experiment, experiment.sweeps[index]); !status)
      problems.add(*sweeps[index], status.error().message);
  if (!problems.first && scene != nullptr)
    if (const auto eye = eye_of(experiment, *default_settings(experiment)); !eye)
      TableReader(*scene, "the scene", problems).problem("eye", eye.error().message);
  if (problems.first) return *problems.first;
  return experiment;
}

base::Result<Experiment> load_experiment(const std::filesystem::path& file, ViewNames views) {
  const base::Result<std::string> text = base::read_text(file, max_experiment_bytes, "an experiment");
  if (!text) return text.error();
  base::Result<Experiment> experiment = parse_experiment(*text, file, views);
  if (!experiment) return experiment;
  std::error_code code;
  if (const auto ptx = std::filesystem::path(file).replace_extension(".ptx"); std::filesystem::exists(ptx, code))
    experiment->ptx = ptx;
  experiment->modules = std::make_shared<ptx::ModuleCache>();
  return experiment;
}

std::vector<std::filesystem::path> catalogue_folders(const std::vector<std::filesystem::path>& others) {
  std::vector<std::filesystem::path> folders{base::resource_folder() / "kernels"};
  std::error_code code;
  // A sanitized build records no programs.
  if (const auto programs = base::resource_folder() / "programs"; std::filesystem::is_directory(programs, code))
    folders.push_back(programs);
  folders.insert(folders.end(), others.begin(), others.end());
  return folders;
}

Catalogue load_catalogue(const std::vector<std::filesystem::path>& folders, ViewNames views,
                         std::shared_ptr<ptx::ModuleCache> modules) {
  Catalogue catalogue;
  catalogue.modules = modules ? std::move(modules) : std::make_shared<ptx::ModuleCache>();
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder : folders) {
    std::error_code code;
    for (std::filesystem::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
      if (at->path().extension() == ".toml" || is_recording_file(at->path())) files.push_back(at->path());
    if (code) catalogue.errors.push_back({folder.string(), 0, 0, "cannot read: " + code.message()});
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return std::pair(a.filename(), a) < std::pair(b.filename(), b); });
  std::vector<std::optional<base::Result<Experiment>>> loaded(files.size());
  constexpr std::uint64_t worth_a_thread = 4;  // files: they take some milliseconds each
  base::in_parts(files.size(), worth_a_thread, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t k = begin; k < end; ++k)
      loaded[k] = is_recording_file(files[k]) ? load_recorded_program(files[k]) : load_experiment(files[k], views);
  });
  for (std::size_t k = 0; k < files.size(); ++k) {
    const std::filesystem::path& file = files[k];
    base::Result<Experiment>& experiment = *loaded[k];
    if (!experiment)
      catalogue.errors.push_back(experiment.error());
    else if (const Experiment* other = find(catalogue, experiment->id))
      catalogue.errors.push_back({file.string(), 0, 0, "there is an experiment of this name already: " + other->file.string()});
    else
      catalogue.experiments.push_back(std::move(*experiment));
  }
  for (Experiment& experiment : catalogue.experiments) experiment.modules = catalogue.modules;
  std::stable_sort(catalogue.experiments.begin(), catalogue.experiments.end(),
                   [](const Experiment& a, const Experiment& b) { return a.order < b.order; });
  return catalogue;
}

const Experiment* find(const Catalogue& catalogue, const std::string& id) {
  for (const Experiment& experiment : catalogue.experiments)
    if (experiment.id == id && !experiment.replaced) return &experiment;
  return nullptr;
}

}  // namespace warplens::experiment
