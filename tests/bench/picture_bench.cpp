#include <benchmark/benchmark.h>

#include <memory>

#include "base/resources.h"
#include "base/threads.h"
#include "desk/run/run_tables.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "view/mapping/mapping_picture.h"
#include "view/race/race_picture.h"

// From a slider change to the new picture: inputs, launch with a full trace, check, tables, shapes and pixels (rasterised on the
// CPU; the window uses a shader instead).

namespace {

using namespace warplens;

/// Runs what the window runs after a change; a failed run fails the benchmark.
std::optional<desk::RunTables> run_tables(benchmark::State& state, const experiment::Experiment& experiment,
                                          std::shared_ptr<const ptx::Module> module, const experiment::Settings& settings,
                                          launch::Device& device) {
  launch::Progress progress;
  auto run = experiment::run(experiment, std::move(module), settings, device, progress);
  if (!run) {
    state.SkipWithError(base::describe(run.error()).c_str());
    return std::nullopt;
  }
  return desk::make_tables(experiment, std::move(run).value());
}

void slider_to_mapping_picture(benchmark::State& state) {
  const auto experiment = experiment::load_experiment(base::resource_folder() / "kernels" / "increment.toml");
  const auto module = experiment::load_module(*experiment);
  const auto device = simt::make_device(simt::two_sm_toy(), base::processors());
  auto settings = *experiment::default_settings(*experiment);
  settings.parameters["n"] = static_cast<double>(state.range(0));
  settings.grid = *experiment::grid_for(*experiment, settings);
  std::uint64_t version = 0;
  for (auto _ : state) {
    const auto tables = run_tables(state, *experiment, *module, settings, *device);
    if (!tables) return;
    const auto painter = view::make_raster_cell_painter();
    view::MappingInput input;
    input.subject = desk::subject_of(*tables);
    input.subject.version = ++version;
    input.map = &tables->map;
    benchmark::DoNotOptimize(view::mapping_picture(input, view::theme(view::ThemeName::dark), 1110, 860, *painter));
  }
}
BENCHMARK(slider_to_mapping_picture)->Arg(65536)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void slider_to_race_picture(benchmark::State& state) {
  const auto experiment = experiment::load_experiment(base::resource_folder() / "kernels" / "counter.toml");
  const auto module = experiment::load_module(*experiment);
  const auto device = simt::make_device(simt::two_sm_toy(), base::processors());
  auto settings = *experiment::default_settings(*experiment);
  settings.grid.x = static_cast<std::uint32_t>(state.range(0)) / settings.block.x;
  settings.repeats = 1;
  for (auto _ : state) {
    const auto tables = run_tables(state, *experiment, *module, settings, *device);
    if (!tables) return;
    view::RaceInput input;
    input.subject = desk::subject_of(*tables);
    input.history = &tables->history;
    benchmark::DoNotOptimize(view::race_picture(input, view::theme(view::ThemeName::dark), 1110, 860));
  }
}
BENCHMARK(slider_to_race_picture)->Arg(65536)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
