#include "ui/sweeping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "experiment/sweep/measure.h"
#include "export/svg.h"
#include "export/sweep_table.h"
#include "ui/sweep_plot.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

SweepReport serve(const SweepRequest& request) {
  SweepReport report{request, std::nullopt, std::nullopt};
  auto result = experiment::run_sweep(*request.experiment, request.sweep, request.machines, *request.progress);
  if (result)
    report.result = std::move(*result);
  else
    report.error = result.error();
  return report;
}

void begin(App& app) {
  Sweeping& sweeping = app.sweeping;
  sweeping.wanted = false;
  sweeping.error.reset();
  const auto machines = experiment::sweep_machines(app.devices, app.session.device, app.session.spec);
  if (!machines) {
    sweeping.error = machines.error();
    return;
  }
  SweepRequest request{&app.experiment(), app.session.sweep, *machines, std::make_shared<experiment::SweepProgress>()};
  sweeping.result = {app.experiment().id, app.session.sweep, {}, {}, false};
  sweeping.experiment = &app.experiment();
  sweeping.running = request;
  sweeping.worker.request(std::move(request));
}

}  // namespace

Sweeping::Sweeping(std::function<void()> wake) : worker(serve, std::move(wake)) {}

Sweeping::~Sweeping() {
  if (running) running->progress->cancel();
}

std::string Sweeping::state() const {
  if (!running) return wanted ? "Waiting for the launch that runs" : "";
  const experiment::SweepState now = running->progress->state();
  std::string words = fmt::format("{} of {} parts", now.done, now.total);
  if (now.left) words += fmt::format(", about {:.0f} s left", std::ceil(*now.left));
  return words;
}

double Sweeping::share_done() const {
  if (!running) return 0;
  const experiment::SweepState now = running->progress->state();
  const double left = now.left.value_or(0), all = now.seconds + left;
  return now.left && all > 0 ? std::clamp(now.seconds / all, 0.0, 1.0) : 0;
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

base::Status check_sweep(App& app) {
  std::optional<CheckedSweep>& checked = app.sweeping.checked;
  if (!checked || checked->experiment != &app.experiment() || checked->sweep != app.session.sweep)
    checked = {&app.experiment(), app.session.sweep, experiment::check(app.experiment(), app.session.sweep)};
  return checked->status;
}

void start_sweep(App& app) {
  stop_sweep(app);
  if (const base::Status fine = check_sweep(app); !fine) return say_notice(app, base::describe(fine.error()), true);
  app.worker.cancel();
  app.sweeping.wanted = true;
}

void stop_sweep(App& app) {
  app.sweeping.wanted = false;
  if (app.sweeping.running) app.sweeping.running->progress->cancel();
}

void update_sweeping(App& app) {
  Sweeping& sweeping = app.sweeping;
  if (auto report = sweeping.worker.take()) {
    sweeping.running.reset();
    sweeping.error = report->error;
    if (report->result) sweeping.result = std::move(*report->result);
  }
  if (sweeping.running && sweeping.running->progress->point_count() != sweeping.result.points.size()) {
    sweeping.result.points = sweeping.running->progress->points();
  }
  if (sweeping.wanted && !sweeping.running && !app.worker.progress().running) begin(app);
}

void choose_sweep(App& app, const std::string& label) {
  const experiment::Sweep* found = experiment::find_sweep(app.experiment(), label);
  if (found == nullptr) return;
  app.session.sweep = *found;
  start_sweep(app);
}

void open_point(App& app, std::uint64_t row) {
  const experiment::SweepResult& result = app.sweeping.result;
  if (row >= result.points.size() || app.sweeping.experiment == nullptr) return;
  const experiment::SweepPoint& point = result.points[row];
  const bool cpu = point.entry >= app.sweeping.experiment->entries.size();
  auto settings = experiment::settings_at(*app.sweeping.experiment, result.sweep,
                                          cpu ? result.sweep.entries.front() : point.entry, point.value);
  if (!settings) return say_notice(app, base::describe(settings.error()), true);
  Session session = app.session;
  session.experiment = result.experiment;
  settings->check = session.settings.check;
  session.settings = std::move(*settings);
  session.view = app.sweeping.experiment->entries[session.settings.entry].view.value_or(app.sweeping.experiment->view);
  const bool gpu = experiment::measure_named(point.measure)->source == experiment::Source::gpu;
  if (gpu != (session.device.kind == launch::DeviceChoice::Kind::gpu))
    session.device = gpu ? launch::first_gpu : launch::simt_device;
  session.camera = {};
  session.scrub = 1;
  open_session(app, session);
}

void save_sweep_files(App& app) {
  const Sweeping& sweeping = app.sweeping;
  if (sweeping.experiment == nullptr) return;
  const std::string stem = sweeping.result.experiment + "-" + sweeping.result.sweep.label;
  const std::filesystem::path base = app.session_file.parent_path() / stem;
  const auto with = [&base](const char* ending) { return std::filesystem::path(base.string() + ending); };
  const view::PlotInput plot = plot_of(*sweeping.experiment, sweeping.result, "");
  const view::Theme& theme = view::theme(app.session.theme);
  constexpr float width = 1280, height = 800;
  base::Status written = base::write_file(with(".csv"), export_::csv_of(*sweeping.experiment, sweeping.result));
  if (written)
    written = base::write_file(with(".json"), export_::text_of(export_::json_of(*sweeping.experiment, sweeping.result)) + "\n");
  if (written)
    written = export_::write_svg(with(".svg"), view::plot_picture(plot, theme, width, height).drawing, theme.background, stem);
  say_notice(
      app,
      written ? "Saved " + std::filesystem::absolute(base).string() + ".csv, .json and .svg" : base::describe(written.error()),
      !written);
}

}  // namespace warplens::ui
