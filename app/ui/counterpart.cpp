#include "ui/counterpart.h"

#include <algorithm>

namespace warplens::ui {
namespace {

/// What may run unasked, by its work and not by the clock: threads of all repeats.
std::uint64_t most_threads(bool gpu) { return gpu ? 100'000'000 : 1'000'000; }

}  // namespace

const RunTables* counterpart(const App& app) {
  return app.counterpart && app.counterpart_of == app.shown ? app.counterpart.get() : nullptr;
}

void take_counterpart(App& app, std::shared_ptr<const RunTables> tables) {
  app.counterpart = std::move(tables);
  app.counterpart_of = app.shown;
  ++app.version;
}

std::optional<RunRequest> missing_counterpart(const App& app) {
  if (!app.row().needs.other_machine || !app.shows_choice() || !app.shown->finished() || app.counterpart_of == app.shown)
    return std::nullopt;
  if (app.failure || app.worker.progress().running) return std::nullopt;
  const experiment::Settings& settings = app.shown->run.settings;
  const bool gpu = app.shown->run.result.modelled;
  const auto other = launch::resolve(app.devices, gpu ? launch::first_gpu : launch::simt_device, app.session.spec);
  const std::uint64_t threads = base::count(settings.grid) * base::count(settings.block);
  if (!other || threads > most_threads(gpu) / std::max(settings.repeats, 1u)) return std::nullopt;
  RunRequest request{&app.experiment(), settings, *other, trace::Level::memory};
  request.counterpart = true;
  request.settings.check = false;
  return request;
}

}  // namespace warplens::ui
