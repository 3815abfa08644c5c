#include <benchmark/benchmark.h>

#include <filesystem>

#include "base/process.h"
#include "base/resources.h"
#include "experiment/run.h"
#include "ptx/compile/module_cache.h"
#include "simt/simt_device.h"

// Time to load a module and run a small kernel of it, as for every slider change, with and without the module cache.

namespace warplens {
namespace {

std::filesystem::path kernel(const std::string& file) { return base::resource_folder() / "kernels" / file; }

void load(benchmark::State& state, ptx::ModuleCache& cache, const std::string& file) {
  for (auto _ : state) {
    const auto module = cache.load(kernel(file));
    if (!module) return state.SkipWithError(base::describe(module.error()).c_str());
    benchmark::DoNotOptimize(module->get());
  }
}

void module_of_ptx_without_cache(benchmark::State& state) {
  for (auto _ : state) {
    const auto module = ptx::ModuleCache(ptx::ContentStore("")).load(kernel("matrix_multiplication.ptx"));
    if (!module) return state.SkipWithError(base::describe(module.error()).c_str());
  }
}
BENCHMARK(module_of_ptx_without_cache)->Unit(benchmark::kMicrosecond);

void module_of_ptx_unchanged(benchmark::State& state) {
  ptx::ModuleCache cache{ptx::ContentStore("")};
  load(state, cache, "matrix_multiplication.ptx");
}
BENCHMARK(module_of_ptx_unchanged)->Unit(benchmark::kMicrosecond);

void module_of_cuda_without_cache(benchmark::State& state) {
  for (auto _ : state) {
    const auto module = ptx::ModuleCache(ptx::ContentStore("")).load(kernel("matrix_multiplication.cu"));
    if (!module) return state.SkipWithError(base::describe(module.error()).c_str());
  }
}
BENCHMARK(module_of_cuda_without_cache)->Unit(benchmark::kMicrosecond)->UseRealTime();

void module_of_cuda_on_disk(benchmark::State& state) {
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return state.SkipWithError("no temporary folder");
  for (auto _ : state) {
    const auto module = ptx::ModuleCache(ptx::ContentStore(folder->path())).load(kernel("matrix_multiplication.cu"));
    if (!module) return state.SkipWithError(base::describe(module.error()).c_str());
  }
}
BENCHMARK(module_of_cuda_on_disk)->Unit(benchmark::kMicrosecond)->UseRealTime();

void module_of_cuda_unchanged(benchmark::State& state) {
  ptx::ModuleCache cache{ptx::ContentStore("")};
  load(state, cache, "matrix_multiplication.cu");
}
BENCHMARK(module_of_cuda_unchanged)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// A run of the racy counter, 32 × 32 threads. `kept`: reuses the previous run's module.
void run_small(benchmark::State& state, bool kept) {
  auto experiment = experiment::load_experiment(kernel("counter.toml"));
  if (!experiment) return state.SkipWithError(base::describe(experiment.error()).c_str());
  if (!kept) experiment->modules = nullptr;
  auto settings = experiment::default_settings(*experiment);
  if (!settings) return state.SkipWithError(base::describe(settings.error()).c_str());
  settings->repeats = 1;
  const auto device = simt::make_device();
  launch::Progress progress;
  for (auto _ : state) {
    const auto module = experiment::load_module(*experiment);
    if (!module) return state.SkipWithError(base::describe(module.error()).c_str());
    const auto run = experiment::run(*experiment, *module, *settings, *device, progress, trace::Level::none);
    if (!run) return state.SkipWithError(base::describe(run.error()).c_str());
  }
}
void small_run_without_cache(benchmark::State& state) { run_small(state, false); }
void small_run_unchanged(benchmark::State& state) { run_small(state, true); }
BENCHMARK(small_run_without_cache)->Unit(benchmark::kMicrosecond);
BENCHMARK(small_run_unchanged)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace warplens
