#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "base/random.h"
#include "simt/simt_device.h"
#include "tests/bench/launches.h"

// Seeking in the history of a tiled matrix product of 4.2 million steps. One iteration seeks to one random step; counters give
// the slowest seek, the bytes kept and the preparation time.

namespace {

using namespace warplens;

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void go_to_any_step(benchmark::State& state, const char* preset) {
  launch::Progress progress;
  const auto begin = std::chrono::steady_clock::now();
  const auto history =
      simt::make_device(*simt::device_spec_named(preset))->history(bench::product_of("matmul_tiled", 256, 512, 256), progress);
  if (!history.ok()) return state.SkipWithError(history.error().message.c_str());
  state.counters["prepare_ms"] = milliseconds_since(begin);
  base::Random random(1);
  double slowest = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    (*history)->go_to(random.next() % (*history)->length());
    slowest = std::max(slowest, milliseconds_since(start));
  }
  state.counters["slowest_ms"] = slowest;
  state.counters["steps"] = static_cast<double>((*history)->length());
  state.counters["MB"] = static_cast<double>((*history)->bytes()) / 1e6;
}

BENCHMARK_CAPTURE(go_to_any_step, two_sm_toy, "toy")->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK_CAPTURE(go_to_any_step, h100, "h100")->Unit(benchmark::kMillisecond)->Iterations(300);

}  // namespace
