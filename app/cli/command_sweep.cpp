#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/file.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/picture.h"
#include "cli/shard.h"
#include "cli/sweep_report.h"
#include "cli/watch.h"
#include "desk/figure.h"
#include "desk/sweep/sweeping.h"
#include "experiment/sweep/sweep_run.h"
#include "experiment/sweep/sweep_series.h"
#include "export/json_experiment.h"
#include "export/png.h"
#include "export/svg.h"
#include "export/sweep_table.h"
#include "report/json.h"
#include "ui/window/offscreen.h"

namespace warplens::cli {
namespace {

struct SweepOptions {
  std::string name, label, parameter, values, relative_to, spec, size, theme, device, shard;
  std::vector<std::string> entries, measures, assignments, logarithmic;
  std::vector<std::filesystem::path> outputs;
  std::optional<std::uint32_t> repeats, seeds;
  std::optional<double> simt_up_to;
  bool json = false, list = false;
};

base::Result<std::uint32_t> entry_named(const experiment::Experiment& experiment, const std::string& label) {
  if (const auto entry = experiment::find_entry(experiment, label)) return *entry;
  std::string labels;
  for (const experiment::Entry& entry : experiment.entries) labels += (labels.empty() ? "" : ", ") + entry.label;
  return base::Error{"--entries", 0, 0, "there is no entry '" + label + "'; there are " + labels};
}

/// The named sweep, else the experiment's first one, else the default one; then the options are applied.
base::Result<experiment::Sweep> sweep_of(const SweepOptions& options, const experiment::Experiment& experiment) {
  experiment::Sweep sweep = experiment::default_sweep(experiment);
  if (!options.label.empty()) {
    const experiment::Sweep* found = experiment::find_sweep(experiment, options.label);
    std::string labels;
    for (const experiment::Sweep& each : experiment.sweeps) labels += (labels.empty() ? "" : ", ") + each.label;
    if (found == nullptr)
      return base::error("experiment '" + experiment.id + "' has no sweep '" + options.label + "'" +
                         (labels.empty() ? "" : "; there are " + labels));
    sweep = *found;
  } else if (options.parameter.empty() && !experiment.sweeps.empty()) {
    sweep = experiment.sweeps.front();
  }
  if (!options.parameter.empty()) {
    sweep.parameter = options.parameter;
    if (options.values.empty()) return base::Error{"--parameter", 0, 0, "it needs --values, such as 1..1024*2"};
  }
  if (!options.values.empty()) sweep.values = options.values;
  if (!options.entries.empty()) sweep.entries.clear();
  for (const std::string& label : options.entries) {
    const auto entry = entry_named(experiment, label);
    if (!entry) return entry.error();
    sweep.entries.push_back(*entry);
  }
  if (!options.measures.empty()) sweep.measures = options.measures;
  if (!options.relative_to.empty()) sweep.relative_to = options.relative_to == "none" ? "" : options.relative_to;
  if (!options.logarithmic.empty()) sweep.logarithmic_x = sweep.logarithmic_y = false;
  for (const std::string& axis : options.logarithmic) {
    if (axis != "x" && axis != "y" && axis != "none")
      return base::Error{"--log", 0, 0, "'" + axis + "' is not one of x, y, none"};
    if (axis != "none") (axis == "x" ? sweep.logarithmic_x : sweep.logarithmic_y) = true;
  }
  sweep.set.insert(sweep.set.end(), options.assignments.begin(), options.assignments.end());
  sweep.repeats = options.repeats.value_or(sweep.repeats);
  sweep.seeds = options.seeds.value_or(sweep.seeds);
  sweep.simt_up_to = options.simt_up_to.value_or(sweep.simt_up_to);
  if (const base::Status fine = experiment::check(experiment, sweep); !fine) return fine.error();
  return sweep;
}

struct Look {
  PictureSize size;
  view::ThemeName theme = view::ThemeName::dark;
};

base::Status draw(const std::filesystem::path& path, const experiment::Experiment& experiment,
                  const experiment::SweepResult& result, const Look& look) {
  const view::Theme& theme = view::theme(look.theme);
  // Same proportions as in a window of this size.
  const float scale =
      theme.scale * std::min(static_cast<float>(look.size.width) / 1440, static_cast<float>(look.size.height) / 810);
  const desk::Figure figure =
      desk::make_figure(desk::plot_of(experiment, result, ""), look.theme, static_cast<float>(look.size.width) / scale,
                        static_cast<float>(look.size.height) / scale);
  if (path.extension() == ".svg") return export_::write_svg(path, figure.drawing, theme.background, figure.title, scale);
  const auto pixels = ui::render_drawing(figure.drawing, theme, look.size.width, look.size.height, scale);
  if (!pixels) return pixels.error();
  return export_::write_png(path, *pixels);
}

/// The values of a sweep that are turned through: those of a shard, where one is asked for.
struct Values {
  std::vector<double> all;
  std::optional<Shard> shard;

  /// Positions among all values of each point.
  std::vector<std::size_t> positions_of(const experiment::SweepResult& result) const {
    std::vector<std::size_t> positions;
    for (const experiment::SweepPoint& point : result.points)
      positions.push_back(static_cast<std::size_t>(std::ranges::find(all, point.value) - all.begin()));
    return positions;
  }
  /// As Sweep::values has them.
  std::string text() const {
    std::string text;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!shard || shard->has(k)) text += (text.empty() ? "" : ",") + fmt::format("{}", all[k]);
    return text;
  }
};

std::string csv_text(const experiment::Experiment& experiment, const experiment::SweepResult& result, const Values& values) {
  const std::string csv = export_::csv_of(experiment, result);
  return values.shard ? csv_of_shard(csv, *values.shard, values.positions_of(result)) : csv;
}

std::string json_text(const experiment::Experiment& experiment, const experiment::SweepResult& result, const Values& values) {
  report::Json json = export_::json_of(experiment, result);
  if (values.shard) add_shard(json, *values.shard, values.positions_of(result));
  return report::text_of(json) + "\n";
}

/// Chooses the format by the file extension.
base::Status write(const std::filesystem::path& path, const experiment::Experiment& experiment,
                   const experiment::SweepResult& result, const Values& values, const Look& look) {
  if (path.extension() == ".svg" || path.extension() == ".png") return draw(path, experiment, result, look);
  const bool csv = path.extension() == ".csv";
  return base::write_file(path, csv ? csv_text(experiment, result, values) : json_text(experiment, result, values));
}

base::Result<Values> values_for(const SweepOptions& options, const experiment::Experiment& experiment,
                                const experiment::Sweep& sweep) {
  auto all = experiment::values_of(experiment, sweep);
  if (!all) return all.error();
  Values values{std::move(*all), std::nullopt};
  if (options.shard.empty()) return values;
  const auto shard = parse_shard(options.shard);
  if (!shard) return shard.error();
  values.shard = *shard;
  return values;
}

base::Result<experiment::SweepMachines> machines_for(const SweepOptions& options, const Context& context) {
  const auto simt = choose_device(context.devices, "simt", options.spec);
  if (!simt) return simt.error();
  auto machines =
      experiment::sweep_machines(options.device.empty() ? context.devices.all() : context.devices.among(launch::simt_device),
                                 launch::first_gpu, options.spec);
  if (!machines || options.device.empty()) return machines;
  const auto chosen = choose_device(context.devices, options.device);
  if (!chosen) return chosen.error();
  ((*chosen)->properties().kind == launch::DeviceKind::gpu ? machines->gpu : machines->simt) = *chosen;
  return machines;
}

/// Run the sweep at its values.
base::Result<experiment::SweepResult> run_at(const Values& values, const experiment::Experiment& experiment,
                                             const experiment::Sweep& sweep, const experiment::SweepMachines& machines) {
  experiment::Sweep part = sweep;
  if (values.shard) part.values = values.text();
  if (part.values.empty()) return experiment::SweepResult{experiment.id, sweep, {}, {}, machines, true};
  experiment::SweepProgress progress;
  auto result = [&] {
    const SweepWatch watch(progress);
    return experiment::run_sweep(experiment, part, machines, progress);
  }();
  if (result) result->sweep = sweep;
  return result;
}

base::Result<Answer> serve(const SweepOptions& options, const Context& context) {
  for (const std::filesystem::path& path : options.outputs)
    if (const auto kind = path.extension(); kind != ".csv" && kind != ".json" && kind != ".svg" && kind != ".png")
      return base::Error{"--output", 0, 0, "'" + path.string() + "' is not a .csv, .json, .svg or .png file"};
  Look look;
  if (!options.size.empty()) {
    const auto size = parse_size(options.size);
    if (!size) return size.error();
    look.size = *size;
  }
  if (!options.theme.empty()) {
    const auto theme = parse_theme(options.theme);
    if (!theme) return theme.error();
    look.theme = *theme;
  }
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const auto chosen = choose_checked_experiment(context, catalogue, options.name);
  if (!chosen) return chosen.error();
  const experiment::Experiment& experiment = **chosen;
  if (options.list) return Answer{sweeps_report(experiment), {}};
  const auto sweep = sweep_of(options, experiment);
  if (!sweep) return sweep.error();
  const auto values = values_for(options, experiment, *sweep);
  if (!values) return values.error();
  const auto machines = machines_for(options, context);
  if (!machines) return machines.error();

  const auto result = run_at(*values, experiment, *sweep, *machines);
  if (!result) return result.error();
  for (const std::filesystem::path& path : options.outputs)
    if (const base::Status written = write(path, experiment, *result, *values, look); !written) return written.error();
  Answer answer;
  answer.text = options.json ? json_text(experiment, *result, *values) : report(experiment, *result);
  const bool has_values = !values->shard || !values->text().empty();
  if (has_values && experiment::panels_of(experiment, result->sweep, result->points).empty())
    answer.status = status_wrong_request;
  return answer;
}

}  // namespace

Serve add_sweep(CLI::App& command) {
  const auto options = std::make_shared<SweepOptions>();
  command.add_option("name", options->name, "an experiment of `warplens list`, or a .cu, .ptx or .ll file of your own")
      ->required()
      ->type_name("NAME|FILE[:KERNEL]");
  command.add_option("sweep", options->label, "a ready-made sweep of it (default: the first); --list names them")
      ->type_name("SWEEP");
  command.add_flag("--list", options->list, "name the ready-made sweeps, what can be swept and what can be measured");
  command
      .add_option("--parameter", options->parameter, "a parameter of the experiment, block or grid; m,n,p: all take the value")
      ->type_name("NAME");
  command.add_option("--values", options->values, "numbers and ranges: 1,31,33 or 100..1000+100 (steps) or 32..1024*2 (factors)")
      ->type_name("VALUES");
  command.add_option("--entries", options->entries, "labels of entries, separated by commas")
      ->delimiter(',')
      ->type_name("LABELS");
  command
      .add_option("--measures", options->measures,
                  "gpu, gpu-copies, cpu, cpu-all, blas (milliseconds), simt (cycles), or anything counted; --list names them")
      ->delimiter(',')
      ->type_name("IDS");
  command.add_option("--set", options->assignments, "a setting that stays; may come several times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--relative-to", options->relative_to, "show times as how many times as fast as this measure; none: times")
      ->type_name("ID");
  command.add_option("--log", options->logarithmic, "logarithmic axes: x, y, none")->delimiter(',')->type_name("AXES");
  command.add_option("--repeats", options->repeats, "clock readings of each measured point")->type_name("N");
  command.add_option("--seeds", options->seeds, "runs of each point on the SIMT machine, each with the next seed")
      ->type_name("N");
  command.add_option("--simt-up-to", options->simt_up_to, "largest value that runs on the SIMT machine")->type_name("VALUE");
  command.add_option("--spec", options->spec, "preset of the SIMT machine; `warplens info` lists them")->type_name("NAME");
  command
      .add_option(
          "--device", options->device,
          "the machine to use in place of this computer's GPU or SIMT machine: gpu:NUMBER or remote:COMMAND (see warplens "
          "run --help)")
      ->type_name("DEVICE");
  command
      .add_option("--shard", options->shard,
                  "turn through every N-th value, from the K-th on; `warplens merge` puts tables together")
      ->type_name("K/N");
  command.add_option("-o,--output", options->outputs, ".csv, .json, .svg or .png; may come several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_option("--size", options->size, "of a picture in pixels (default 1920x1080)")->type_name("WxH");
  command.add_option("--theme", options->theme, "of a picture: dark, light or projector")->type_name("THEME");
  command.add_flag("--json", options->json, "print one JSON object");
  command.footer(
      "Ctrl C ends a sweep with the values so far. Exit status: 0 fine; 1 the request is wrong, or nothing could be measured.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
