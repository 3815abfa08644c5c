#include "experiment/run.h"

#include <algorithm>
#include <future>
#include <new>
#include <optional>

#include "analysis/trace_races.h"
#include "base/resources.h"
#include "base/threads.h"
#include "experiment/check/check.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/pointees.h"
#include "experiment/kernel_file/variable_shapes.h"
#include "experiment/recording/recorded_program.h"
#include "experiment/sequence.h"
#include "launch/arguments/shared_arrays.h"
#include "launch/arguments/symbol.h"
#include "launch/findings/agreement.h"
#include "launch/memory_bytes.h"
#include "ptx/compile/module_cache.h"
#include "ptx/parse/parser.h"

namespace warplens::experiment {
namespace {

/// Warp instructions without the end of a block after which a kernel is considered hung: about a minute of execution.
constexpr std::uint64_t step_limit = 2'000'000'000;

/// Index among the launch's buffers of the argument called `name`.
std::uint32_t buffer_index(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::uint32_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// An error without a position in a run with the entry's default parameters gets the position of the entry in the file.
base::Error in_entry(const Experiment& experiment, const Settings& settings, base::Error error) {
  const bool own = settings.parameters == default_parameters(experiment, settings.entry);
  if (!own || !error.file.empty()) return error;
  return {experiment.file.string(), experiment.entries[settings.entry].line, 0, std::move(error.message)};
}

using Expected = std::optional<std::future<base::Result<std::vector<double>>>>;

/// What a reference by an expression or a file expects, worked out during the run; nothing where that takes longer than the
/// elements are many, since a cancelled run would wait for it, or is not worth a thread.
Expected start_expected(const Experiment& experiment, const Settings& settings, const launch::Launch& launch) {
  const Reference reference = reference_of(experiment, settings);
  std::uint64_t elements = 0;
  for (const launch::Buffer* buffer : launch::buffers_of(launch)) elements += buffer->size;
  constexpr std::uint64_t worth_a_thread = 1u << 16;
  if (!reference.kernel.empty() || !reference.function.empty() || elements < worth_a_thread) return std::nullopt;
  return base::start([&experiment, &settings, launch] { return expected_values(experiment, settings, launch); });
}

/// Compare the output of a run with its reference, which may have to run on `device`, too.
base::Status add_check(const Experiment& experiment, launch::Device& device, launch::Progress& progress, Expected expected,
                       Run& run) {
  const Settings& settings = run.settings;
  const Reference reference = reference_of(experiment, settings);
  const std::uint32_t checked = buffer_index(run.buffer_names, reference.output);
  if (checked >= run.result.outputs.size()) return base::Nothing{};
  auto values = expected                   ? expected->get()
                : reference.kernel.empty() ? expected_values(experiment, settings, run.launch)
                                           : expected_by_kernel(experiment, settings, device, progress);
  // The run is worth seeing although what the user expects of it cannot be worked out.
  if (!values && !settings.expected.empty()) {
    const base::Error& why = values.error();
    run.reference_note = why.file.empty() ? why.message : base::describe(why);
    return base::Nothing{};
  }
  if (!values) return in_entry(experiment, settings, values.error());
  run.check = compare(checked, std::move(*values), launch::buffers_of(run.launch)[checked]->type, run.result.outputs[checked],
                      reference.tolerance);
  return base::Nothing{};
}

}  // namespace

base::Result<std::shared_ptr<const ptx::Module>> load_module(const Experiment& experiment, const Settings& settings) {
  if (experiment.recording) return recorded_module(experiment, settings.entry);
  const auto modules = experiment.modules ? experiment.modules : std::make_shared<ptx::ModuleCache>();
  // The build keeps the program's own PTX up to date. File times would not show it: copying the program changes them.
  const auto special = compile_options_for(experiment, settings);
  if (!special) return special.error();
  const bool own = merged(modules->options(), *special) == ptx::CompileOptions{} && !experiment.ptx.empty() &&
                   experiment.ptx.parent_path() == base::resource_folder() / "kernels";
  return own ? modules->load(experiment.ptx) : modules->load(experiment.source, experiment.ptx, *special);
}

base::Result<std::uint64_t> shown_bytes(const Experiment& experiment, const Settings& settings) {
  const std::string& name = shown_of(experiment, settings);
  const auto shown = std::ranges::find(experiment.arguments, name, &Argument::name);
  if (shown == experiment.arguments.end()) return base::error("there is no argument '" + name + "'");
  const auto size = size_for(experiment, settings, *shown);
  if (!size) return size.error();
  return *size * launch::bytes(shown->type);
}

launch::Launch make_launch(std::shared_ptr<const ptx::Module> module, std::uint32_t function, const Settings& settings,
                           std::uint32_t dynamic_shared) {
  launch::Launch launch;
  launch.module = std::move(module);
  launch.entry = function;
  launch.grid = settings.grid;
  launch.block = settings.block;
  launch.dynamic_shared = dynamic_shared;
  launch.schedule = settings.schedule;
  launch.recorded = settings.recorded;
  launch.seed = settings.seed;
  launch.multiprocessors = settings.multiprocessors;
  launch.resident_blocks = settings.resident_blocks;
  launch.check = settings.check;
  return launch;
}

base::Result<launch::LaunchResult> run_launch(const launch::Launch& launch, launch::Device& device, launch::Progress& progress) {
  auto result = device.run(launch, progress);
  if (result && launch.check && !result->modelled) analysis::add_trace_races(launch, *result);
  return result;
}

base::Result<launch::Launch> make_launch(const Experiment& experiment, std::shared_ptr<const ptx::Module> module,
                                         const Settings& settings) {
  if (settings.entry >= experiment.entries.size())
    return base::error("experiment '" + experiment.id + "' has no entry number " + std::to_string(settings.entry));
  if (experiment.recording) {
    auto launch = make_recorded_launch(experiment, settings);
    if (launch) launch->step_limit = step_limit;
    return launch;
  }
  for (const auto& [name, value] : settings.parameters)
    if (const base::Status status = check_parameter(experiment, name, value); !status) return status.error();
  const Entry& entry = experiment.entries[settings.entry];
  const base::Result<std::uint32_t> function = ptx::find_entry(*module, entry.kernel);
  if (!function) return base::Error{experiment.file.string(), entry.line, 0, function.error().message};
  const base::Result<std::uint32_t> shared = dynamic_shared_for(experiment, settings);
  if (!shared) return shared.error();
  launch::Launch launch = make_launch(std::move(module), *function, settings, *shared);
  launch.step_limit = step_limit;
  // Check the geometry before creating the inputs, which may be large.
  if (const auto problems = launch::check_geometry(launch.grid, launch.block); !problems.empty())
    return base::error(problems.front().message);
  if (const base::Status met = check_needs(experiment, settings); !met) return met.error();
  for (const std::string& name : entry.arguments) {
    const auto found =
        std::find_if(experiment.arguments.begin(), experiment.arguments.end(), [&](const Argument& a) { return a.name == name; });
    auto argument = make_argument(experiment, settings, static_cast<std::size_t>(found - experiment.arguments.begin()));
    if (!argument) return in_entry(experiment, settings, argument.error());
    launch.arguments.push_back(std::move(*argument));
    if (const base::Status fit = launch::check_inputs(launch.arguments); !fit) return in_entry(experiment, settings, fit.error());
  }
  for (const auto& [name, value] : variables_for(experiment, settings)) {
    auto symbol = launch::parse_symbol(*launch.module, name + "=" + value, settings.seed, experiment.file.parent_path());
    if (!symbol) return in_entry(experiment, settings, base::error(symbol.error().message));
    launch.symbols.push_back(std::move(*symbol));
  }
  launch.argument_names = entry.arguments;
  launch.fields = entry.fields;
  if (launch.check) launch.shapes = variable_shapes_of(experiment.source, *launch.module);
  if (const base::Status status = launch::check(launch); !status) return in_entry(experiment, settings, status.error());
  if (const auto mismatch = pointee_mismatch(launch, declared_parameters(launch, experiment.source)))
    return in_entry(experiment, settings,
                    base::error(mismatch->message + ": write type = \"" + std::string(launch::name(mismatch->wanted)) +
                                "\" in the experiment's file; for bytes of any kind, also input = \"@FILE.bin\""));
  return launch;
}

base::Result<Run> run(const Experiment& experiment, std::shared_ptr<const ptx::Module> module, const Settings& settings,
                      launch::Device& device, launch::Progress& progress, trace::Level level, std::uint32_t timed_runs,
                      std::shared_ptr<const launch::LentMemory> output) try {
  const base::Result<Program> program = make_program(experiment, module, settings);
  if (!program) return program.error();
  const auto ready = run_before(*program, settings.seed, device, progress);
  if (!ready) return ready.error();
  Run run;
  run.settings = settings;
  run.launch = program->launch;
  run.result.outcome = launch::Outcome::cancelled;
  if (!*ready) return run;
  std::optional<launch::Launch> launch = *ready;
  for (launch::Argument& argument : launch->arguments)
    if (auto* const buffer = std::get_if<launch::Buffer>(&argument))
      if (const auto found = std::ranges::find(experiment.arguments, buffer->name, &Argument::name);
          found != experiment.arguments.end())
        buffer->indexing.fields = found->fields;
  launch->trace_level = level;
  launch->timed_runs = timed_runs;
  launch->record_schedule = level == trace::Level::full;
  Expected expected = start_expected(experiment, settings, *launch);
  if (output) {
    const std::vector<const launch::Buffer*> buffers = launch::buffers_of(*launch);
    const auto shown = std::ranges::find(buffers, shown_of(experiment, settings), &launch::Buffer::name);
    launch->in_place = {static_cast<std::uint32_t>(shown - buffers.begin()), std::move(output)};
  }
  base::Result<launch::LaunchResult> result = run_launch(*launch, device, progress);
  launch->in_place.reset();  // others may have the memory from now on
  if (!result) return result.error();

  run.launch = std::move(*launch);
  run.result = std::move(*result);
  if (experiment.recording) run.parameters = recorded_parameters(experiment, settings.entry);
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(run.launch);
  for (const launch::Buffer* buffer : buffers) run.buffer_names.push_back(buffer->name);
  for (const launch::Buffer* const buffer : buffers) {
    const std::string& name = buffer->name;
    if (!buffer->indexing.extents.empty()) {
      run.buffer_columns.push_back(buffer->indexing.extents.back());
      continue;
    }
    const auto found =
        std::find_if(experiment.arguments.begin(), experiment.arguments.end(), [&](const Argument& a) { return a.name == name; });
    if (found == experiment.arguments.end() && experiment.recording) {  // freed before the launch
      run.buffer_columns.push_back(0);
      continue;
    }
    if (found == experiment.arguments.end()) return base::error("there is no argument '" + name + "'");
    const auto columns = columns_for(experiment, settings, *found);
    if (!columns) return columns.error();
    run.buffer_columns.push_back(*columns);
  }
  const auto shared_columns = shared_columns_for(experiment, settings);
  if (!shared_columns) return shared_columns.error();
  run.shared_columns = *shared_columns;
  run.shown = buffer_index(run.buffer_names, shown_of(experiment, settings));

  if (experiment.streams && run.result.outcome == launch::Outcome::finished) {
    const auto plan = stream_plan_for(experiment, settings);
    if (!plan) return plan.error();
    auto timelines = device.in_streams(run.launch, *plan, run.result.outputs, progress);
    if (timelines)
      run.streams = std::move(*timelines);
    else
      run.streams_note = timelines.error().message;
  }

  if (const base::Status checked = add_check(experiment, device, progress, std::move(expected), run); !checked)
    return checked.error();

  const auto shown_value = [&](const launch::LaunchResult& of) -> std::optional<double> {
    if (of.outcome != launch::Outcome::finished || run.shown >= of.outputs.size() ||
        experiment.shown_element >= buffers[run.shown]->size)
      return std::nullopt;
    return launch::to_double(launch::element(buffers[run.shown]->type, of.outputs[run.shown], experiment.shown_element));
  };
  for (std::optional<double> value = shown_value(run.result); value;) {
    run.repeats.push_back(*value);
    if (run.repeats.size() >= settings.repeats || progress.cancel || settings.schedule == launch::Schedule::recorded) break;
    auto repeat = run_before(*program, settings.seed + run.repeats.size(), device, progress);
    if (!repeat) return repeat.error();
    if (!*repeat) break;
    (*repeat)->check = false;
    const base::Result<launch::LaunchResult> again = device.run(**repeat, progress);
    if (!again) return again.error();
    value = shown_value(*again);
  }
  return run;
} catch (const std::bad_alloc&) {
  return base::error("there is not enough memory for this run");
}

std::optional<double> expected_instead(const Run& run, std::uint32_t buffer, std::uint64_t element) {
  const Check& check = run.check;
  if (check.buffer != buffer || element >= check.expected.size()) return std::nullopt;
  const launch::ElementType type = launch::buffers_of(run.launch)[buffer]->type;
  const double now = launch::to_double(launch::element(type, run.result.outputs[buffer], element));
  return launch::agree(check.expected[element], now, check.tolerance) ? std::nullopt : std::optional(check.expected[element]);
}

}  // namespace warplens::experiment
