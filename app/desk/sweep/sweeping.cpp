#include "desk/sweep/sweeping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/file.h"
#include "base/number_format.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_series.h"
#include "export/svg.h"
#include "export/sweep_table.h"

namespace warplens::desk {
namespace {

SweepReport swept(const SweepRequest& request) {
  SweepReport report{request, std::nullopt, std::nullopt};
  auto result = experiment::run_sweep(*request.experiment, request.sweep, request.machines, *request.progress);
  if (result)
    report.result = std::move(*result);
  else
    report.error = result.error();
  return report;
}

/// The machines that the session has chosen, with the multiprocessors that it gives the modelled card.
base::Result<experiment::SweepMachines> machines_of(const Choices& choices) {
  const Session& session = choices.session;
  return experiment::sweep_machines(choices.devices, session.device, session.spec, session.settings.multiprocessors);
}

void begin(Sweeping& sweeping, const Choices& choices) {
  sweeping.wanted = false;
  sweeping.error.reset();
  const Session& session = choices.session;
  const auto machines = machines_of(choices);
  if (!machines) {
    sweeping.error = machines.error();
    return;
  }
  SweepRequest request{&choices.experiment(), session.sweep, *machines, std::make_shared<experiment::SweepProgress>()};
  sweeping.result = {choices.experiment().id, session.sweep, {}, {}, *machines, false};
  sweeping.experiment = &choices.experiment();
  sweeping.running = request;
  sweeping.worker.request(std::move(request));
}

}  // namespace

Sweeping::Sweeping(std::function<void()> wake) : worker(swept, std::move(wake)) {}

Sweeping::~Sweeping() {
  if (running) running->progress->cancel();
}

std::string Sweeping::state() const {
  if (!running) return wanted ? "Waiting for the launch that runs" : "";
  const experiment::SweepState now = running->progress->state();
  std::string words = fmt::format("{} of {}", now.done, base::counted(std::uint64_t{now.total}, "part"));
  if (now.left) words += fmt::format(", about {:.0f} s left", std::ceil(*now.left));
  return words;
}

double Sweeping::share_done() const {
  if (!running) return 0;
  const experiment::SweepState now = running->progress->state();
  const double left = now.left.value_or(0), all = now.seconds + left;
  return now.left && all > 0 ? std::clamp(now.seconds / all, 0.0, 1.0) : 0;
}

base::Status check_sweep(Sweeping& sweeping, const Choices& choices) {
  const experiment::Experiment& experiment = choices.experiment();
  const experiment::Sweep& sweep = choices.session.sweep;
  std::optional<CheckedSweep>& checked = sweeping.checked;
  if (!checked || checked->experiment != &experiment || checked->sweep != sweep)
    checked = {&experiment, sweep, experiment::check(experiment, sweep)};
  return checked->status;
}

base::Status serve_sweep_order(Sweeping& sweeping, Choices& choices, LaunchWorker& launches) {
  const SweepOrder order = std::exchange(choices.sweep_order, SweepOrder::none);
  if (order == SweepOrder::none) return base::Nothing{};
  const auto machines = machines_of(choices);
  const bool done = sweeping.experiment == &choices.experiment() && sweeping.result.sweep == choices.session.sweep && machines &&
                    sweeping.result.machines == *machines;
  if (order == SweepOrder::start_unless_done && done) return base::Nothing{};
  sweeping.wanted = false;
  if (sweeping.running) sweeping.running->progress->cancel();
  if (order == SweepOrder::stop) return base::Nothing{};
  if (const base::Status fine = check_sweep(sweeping, choices); !fine) return fine;
  launches.cancel();
  sweeping.wanted = true;
  return base::Nothing{};
}

void update_sweeping(Sweeping& sweeping, const Choices& choices, const LaunchWorker& launches) {
  if (auto report = sweeping.worker.take()) {
    sweeping.running.reset();
    sweeping.error = report->error;
    if (report->result) sweeping.result = std::move(*report->result);
  }
  if (sweeping.running && sweeping.running->progress->point_count() != sweeping.result.points.size())
    sweeping.result.points = sweeping.running->progress->points();
  if (sweeping.wanted && !sweeping.running && !launches.progress().running) begin(sweeping, choices);
}

base::Status open_point(const Sweeping& sweeping, Choices& choices, std::uint64_t row) {
  const experiment::SweepResult& result = sweeping.result;
  if (row >= result.points.size() || sweeping.experiment == nullptr) return base::Nothing{};
  const experiment::SweepPoint& point = result.points[row];
  const bool cpu = point.entry >= sweeping.experiment->entries.size();
  auto settings = experiment::settings_at(*sweeping.experiment, result.sweep, cpu ? result.sweep.entries.front() : point.entry,
                                          point.value, result.machines.multiprocessors);
  if (!settings) return settings.error();
  Session session = choices.session;
  session.experiment = result.experiment;
  settings->check = session.settings.check;
  session.settings = std::move(*settings);
  session.view = sweeping.experiment->entries[session.settings.entry].view.value_or(sweeping.experiment->view);
  const bool gpu = experiment::measure_named(point.measure)->source == experiment::Source::gpu;
  if (gpu != (session.device.kind == launch::DeviceChoice::Kind::gpu))
    session.device = gpu ? launch::first_gpu : launch::simt_device;
  session.camera = {};
  session.scrub = 1;
  return open_session(choices, session);
}

base::Result<std::filesystem::path> save_sweep_files(const Sweeping& sweeping, const Choices& choices) {
  if (sweeping.experiment == nullptr) return base::error("No sweep has run");
  const std::string stem = sweeping.result.experiment + "-" + sweeping.result.sweep.label;
  const std::filesystem::path base = unused_path(in_session_folder(choices, stem), {".csv", ".json", ".svg"});
  const auto with = [&base](const char* ending) { return std::filesystem::path(base.string() + ending); };
  const view::PlotInput plot = plot_of(*sweeping.experiment, sweeping.result, "");
  const view::Theme& theme = choices.theme();
  constexpr float width = 1280, height = 800;
  base::Status written = base::write_file(with(".csv"), export_::csv_of(*sweeping.experiment, sweeping.result));
  if (written)
    written = base::write_file(with(".json"), report::text_of(export_::json_of(*sweeping.experiment, sweeping.result)) + "\n");
  if (written)
    written = export_::write_svg(with(".svg"), view::plot_picture(plot, theme, width, height).drawing, theme.background, stem);
  if (!written) return written.error();
  return base;
}

view::PlotInput plot_of(const experiment::Experiment& experiment, const experiment::SweepResult& result, std::string state) {
  view::PlotInput plot;
  plot.x_label = experiment::axis_label(experiment, result.sweep.parameter);
  const experiment::SweptQuantity quantity = experiment::swept_quantity(experiment, result.sweep.parameter);
  plot.x = {quantity.noun, quantity.noun_rest, quantity.name, quantity.unit};
  plot.text = experiment::sweep_text(experiment, result.sweep);
  plot.logarithmic_x = result.sweep.logarithmic_x;
  plot.logarithmic_y = result.sweep.logarithmic_y;
  plot.state = std::move(state);
  plot.notes = result.notes;
  for (std::string& problem : experiment::problems_of(experiment, result.points)) plot.notes.push_back(std::move(problem));
  for (const experiment::SweepPanel& panel : experiment::panels_of(experiment, result.sweep, result.points)) {
    view::PlotPanel& shown = plot.panels.emplace_back(view::PlotPanel{panel.title, panel.unit, panel.origin, {}});
    for (const experiment::SweepSeries& series : panel.series) {
      view::PlotSeries& line = shown.series.emplace_back(view::PlotSeries{series.label, {}});
      for (const experiment::SeriesPoint& point : series.points)
        line.points.push_back({point.x, point.y.median, point.y.smallest, point.y.largest, point.point});
    }
  }
  return plot;
}

}  // namespace warplens::desk
