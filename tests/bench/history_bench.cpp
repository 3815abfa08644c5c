#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "base/random.h"
#include "simt/simt_device.h"
#include "tests/bench/launches.h"

// Seeking in the history of a tiled matrix product of 4.2 million steps, and of an increment of 16.7 million elements. One
// iteration seeks to one random step; counters give the slowest seek, the bytes kept and the preparation time.

namespace {

using namespace warplens;

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

launch::Launch tiled_product() { return bench::product_of("matmul_tiled", 256, 512, 256); }
/// A launch of 16.7 million threads with a buffer of 64 MiB.
launch::Launch large_increment() { return bench::increment_of(1 << 24); }

void go_to_any_step(benchmark::State& state, const char* preset, launch::Launch (*made)()) {
  launch::Progress progress;
  const auto begin = std::chrono::steady_clock::now();
  const auto history = simt::make_device(*simt::device_spec_named(preset))->history(made(), progress);
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

BENCHMARK_CAPTURE(go_to_any_step, two_sm_toy, "toy", tiled_product)->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK_CAPTURE(go_to_any_step, h100, "h100", tiled_product)->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK_CAPTURE(go_to_any_step, large_two_sm_toy, "toy", large_increment)->Unit(benchmark::kMillisecond)->Iterations(30);
BENCHMARK_CAPTURE(go_to_any_step, large_h100, "h100", large_increment)->Unit(benchmark::kMillisecond)->Iterations(30);

}  // namespace
